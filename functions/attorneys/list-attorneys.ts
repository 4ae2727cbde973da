import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { isBookable } from "../../shared/consultations/consultation.rules.ts";
import { listAttorneysEndpoint } from "../../shared/members/attorney.contract.ts";
import { attorneyResource } from "../../shared/members/member.rules.ts";
import { memberPage } from "../../shared/members/member.store.ts";

const listAttorneys = operation(listAttorneysEndpoint, {
  reads: (request) => ({
    page: pageAfterCursor(request, { list: "attorneys" }, memberPage(request.firmId, isBookable)),
  }),
  decide: ({ page }) => ({ answer: pageResource(page, attorneyResource) }),
});

export const handler = endpoint(listAttorneys);
