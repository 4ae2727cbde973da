import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listMembersEndpoint } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { memberPage } from "../../shared/members/member.store.ts";

const listMembers = operation(listMembersEndpoint, {
  reads: (request) => ({
    page: pageAfterCursor(request, { list: "members" }, memberPage(request.firmId)),
  }),
  decide: ({ page }) => ({ answer: pageResource(page, memberResource) }),
});

export const handler = endpoint(listMembers);
