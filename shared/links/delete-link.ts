import { operation } from "../api/operation.ts";
import { requireUnmerged } from "../leads/lead.rules.ts";
import { deleteLinkEndpoint } from "./link.contract.ts";
import { removeLink } from "./link.store.ts";
import { linkOfLead } from "./link-reads.store.ts";

export const deleteLink = operation(deleteLinkEndpoint, {
  reads: (request) => ({ found: linkOfLead(request) }),

  decide: ({ found: { lead, link } }, { firmId }) => {
    requireUnmerged(lead);
    return { writes: removeLink(firmId, link), answer: undefined };
  },
});
