import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { listConsultationsEndpoint } from "../../shared/consultations/consultation.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { consultationFilters } from "../../shared/consultations/consultation-filters.rules.ts";
import { listConsultations as list } from "../../shared/consultations/consultation-listing.store.ts";
import { EMPTY_PAGE } from "../../shared/table/list-newest-first.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listConsultationsEndpoint, table, async ({ firmId, query }) => {
  const filters = consultationFilters(query);
  return pageResponse(
    { firmId, query, list: ["consultations", filters] },
    async (range) => (filters === null ? EMPTY_PAGE : list(table, firmId, filters, range)),
    consultationResource,
  );
});
