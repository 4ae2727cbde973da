import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadFilters } from "../../shared/leads/lead-filters.rules.ts";
import { listLeads as list } from "../../shared/leads/lead-listing.store.ts";
import { EMPTY_PAGE } from "../../shared/table/list-newest-first.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listLeadsEndpoint, table, async ({ firmId, query }) => {
  const filters = leadFilters(query);
  return pageResponse(
    { firmId, query, list: filters },
    async (range) => {
      if (filters === null) return EMPTY_PAGE;
      const [{ records, lastId }, { settings }] = await Promise.all([
        list(table, firmId, filters, range),
        readRecords(table, { settings: settingsRecord(firmId) }),
      ]);
      return { records: records.map((lead) => leadResource(lead, settings)), lastId };
    },
    (resource) => resource,
  );
});
