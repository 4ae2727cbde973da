import { endpoint } from "../../shared/api/endpoint.ts";
import { type OperationRequest, operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { gateSettings } from "../../shared/conflicts/conflict-gate.store.ts";
import { listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { passesSilently } from "../../shared/leads/lead-due.rules.ts";
import { leadFilters } from "../../shared/leads/lead-filters.rules.ts";
import { leadPage } from "../../shared/leads/lead-listing.store.ts";
import { idsIn } from "../../shared/schema/id-list.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { settingsRecord, settingsWithStages } from "../../shared/settings/firm.store.ts";
import { known } from "../../shared/table/read-records.ts";

type Listing = Pick<OperationRequest<typeof listLeadsEndpoint>, "firmId" | "query">;

const pageOf = ({ firmId, query }: Listing, gate?: FirmSettings) => {
  const filters = query ? leadFilters(query) : null;
  return pageAfterCursor({ firmId, query }, filters, leadPage(firmId, filters, gate));
};

const listLeads = operation(listLeadsEndpoint, {
  reads: ({ firmId, query }) => {
    const isJudged = query?.conflict !== undefined;
    return {
      page:
        query?.ids === undefined && !isJudged
          ? pageOf({ firmId, query })
          : known({ records: [], nextCursor: null }),
      named: idsIn(query?.ids).map((id) => leadRecord(firmId, id)),
      settings: isJudged ? gateSettings(firmId) : settingsRecord(firmId),
    };
  },
  decide: async (records, { firmId, query, key }, read) => {
    const { named } = records;
    const { page } =
      query.conflict === undefined
        ? records
        : await read({ page: pageOf({ firmId, query }, records.settings) });
    const listed = named.flatMap((lead) => (lead === null || lead.erasure !== undefined ? [] : [lead]));
    const found = [...page.records, ...listed];
    const { settings } = await read({ settings: settingsWithStages(firmId, found) });
    // A stage may have become terminal while leads were in it.
    const shown = query.awaiting === "true" ? found.filter((lead) => !passesSilently(lead, settings)) : found;
    return { answer: pageResource({ ...page, records: shown }, (lead) => leadResource(lead, settings, key)) };
  },
});

export const handler = endpoint(listLeads);
