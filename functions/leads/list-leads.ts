import { listLeads } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { leadFilters } from "../../shared/domain/leads/lead-filters.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { EMPTY_PAGE } from "../../shared/storage/dynamodb/list-newest-first.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { listLeads as list } from "../../shared/storage/leads/lead-listing.ts";

const table = connectTable();

export const handler = endpoint(listLeads, table, async ({ firmId, query }) => {
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
