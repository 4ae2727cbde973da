import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { passesSilently } from "../../shared/leads/lead-due.rules.ts";
import { leadFilters } from "../../shared/leads/lead-filters.rules.ts";
import { leadPage } from "../../shared/leads/lead-listing.store.ts";
import { idsIn } from "../../shared/schema/id-list.ts";
import { settingsRecord, settingsWithStages } from "../../shared/settings/firm.store.ts";
import { known } from "../../shared/table/read-records.ts";

const listLeads = operation(listLeadsEndpoint, {
  reads: ({ firmId, query }) => {
    const filters = query ? leadFilters(query) : null;
    return {
      page:
        query?.ids === undefined
          ? pageAfterCursor({ firmId, query }, filters, leadPage(firmId, filters))
          : known({ records: [], nextCursor: null }),
      named: idsIn(query?.ids).map((id) => leadRecord(firmId, id)),
      settings: settingsRecord(firmId),
    };
  },
  decide: async ({ page, named }, { firmId, query, key }, read) => {
    const listed = named.flatMap((lead) => (lead === null || lead.erasure !== undefined ? [] : [lead]));
    const found = [...page.records, ...listed];
    const { settings } = await read({ settings: settingsWithStages(firmId, found) });
    // A stage may have become terminal while leads were in it.
    const records =
      query.awaiting === "true" ? found.filter((lead) => !passesSilently(lead, settings)) : found;
    return { answer: pageResource({ ...page, records }, (lead) => leadResource(lead, settings, key)) };
  },
});

export const handler = endpoint(listLeads);
