import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { listLinksEndpoint } from "../../shared/links/link.contract.ts";
import { linkResource } from "../../shared/links/link.rules.ts";
import { linkPage } from "../../shared/links/link-reads.store.ts";

/** Lists a lead's links. The links of a merged lead belong to the surviving one. */
const listLinks = operation(listLinksEndpoint, {
  reads: ({ firmId, params }) => ({ lead: required("lead", leadRecord(firmId, params.id)) }),

  decide: async (
    { lead: { id, mergedInto, mergedLeadIds = [] } },
    { firmId, query, nowMilliseconds },
    read,
  ) => {
    const leadIds = mergedInto === undefined ? [id, ...mergedLeadIds] : [];
    const list = { links: id };
    const { page } = await read({
      page: pageAfterCursor({ firmId, query }, list, linkPage(firmId, leadIds, nowMilliseconds)),
    });
    return { answer: pageResource(page, (each) => linkResource(each, id)) };
  },
});

export const handler = endpoint(listLinks);
