import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadFilters } from "../../shared/leads/lead-filters.rules.ts";
import { leadPage } from "../../shared/leads/lead-listing.store.ts";
import { settingsRecord, settingsWithStages } from "../../shared/settings/firm.store.ts";

const listLeads = operation(listLeadsEndpoint, {
  reads: ({ firmId, query }) => {
    const filters = query ? leadFilters(query) : null;
    return {
      page: pageAfterCursor({ firmId, query }, filters, leadPage(firmId, filters)),
      settings: settingsRecord(firmId),
    };
  },
  decide: async ({ page }, { firmId }, read) => {
    const { settings } = await read({ settings: settingsWithStages(firmId, page.records) });
    return { answer: pageResource(page, (lead) => leadResource(lead, settings)) };
  },
});

export const handler = endpoint(listLeads);
