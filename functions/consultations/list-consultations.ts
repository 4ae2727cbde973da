import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listConsultationsEndpoint } from "../../shared/consultations/consultation.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { consultationFilters } from "../../shared/consultations/consultation-filters.rules.ts";
import { consultationPage } from "../../shared/consultations/consultation-lists.store.ts";

const listConsultations = operation(listConsultationsEndpoint, {
  reads: ({ firmId, query }) => {
    const filters = query ? consultationFilters(query) : null;
    const list = ["consultations", filters];
    return { page: pageAfterCursor({ firmId, query }, list, consultationPage(firmId, filters)) };
  },
  decide: ({ page }) => ({ answer: pageResource(page, consultationResource) }),
});

export const handler = endpoint(listConsultations);
