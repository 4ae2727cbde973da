import { listConsultations } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { consultationFilters } from "../../shared/domain/consultations/consultation-filters.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { listConsultations as list } from "../../shared/storage/consultations/consultation-listing.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(listConsultations, table, async ({ firmId, query }) => {
  const filters = consultationFilters(query);
  const cursor = pageCursor(firmId, ["consultations", filters]);
  const afterId = cursor.decode(query.cursor);
  if (filters === null) return { body: { data: [], next_cursor: null } };
  const { records, lastId } = await list(table, firmId, filters, { limit: query.limit, afterId });
  return { body: { data: records.map(consultationResource), next_cursor: cursor.encode(lastId) } };
});
