import { listConsultations } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { consultationFilters } from "../../shared/domain/consultations/consultation-filters.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { listConsultations as list } from "../../shared/storage/consultations/consultation-listing.ts";
import { EMPTY_PAGE } from "../../shared/storage/dynamodb/list-newest-first.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(listConsultations, table, async ({ firmId, query }) => {
  const filters = consultationFilters(query);
  return pageResponse(
    { firmId, query, list: ["consultations", filters] },
    async (range) => (filters === null ? EMPTY_PAGE : list(table, firmId, filters, range)),
    consultationResource,
  );
});
