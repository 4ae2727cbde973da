import { operation } from "../api/operation.ts";
import { deleteLinkEndpoint } from "./link.contract.ts";
import { linkOfLead, removeLink } from "./link.store.ts";

export const deleteLink = operation(deleteLinkEndpoint, {
  reads: (request) => ({ link: linkOfLead(request) }),
  decide: ({ link }, { firmId }) => ({ writes: removeLink(firmId, link), answer: undefined }),
});
