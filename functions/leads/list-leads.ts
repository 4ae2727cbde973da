import { listLeads } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { leadFilters } from "../../shared/domain/leads/lead-filters.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { listLeads as list } from "../../shared/storage/leads/lead-listing.ts";

const table = connectTable();

export const handler = endpoint(listLeads, table, async ({ firmId, query }) => {
  const filters = leadFilters(query);
  const cursor = pageCursor(firmId, filters);
  const afterId = cursor.afterId(query.cursor);
  if (filters === null) return { body: { data: [], next_cursor: null } };
  const [{ leads, lastId }, { settings }] = await Promise.all([
    list(table, firmId, filters, { limit: query.limit, afterId }),
    readRecords(table, { settings: settingsRecord(firmId) }),
  ]);
  return {
    body: { data: leads.map((lead) => leadResource(lead, settings)), next_cursor: cursor.encode(lastId) },
  };
});
