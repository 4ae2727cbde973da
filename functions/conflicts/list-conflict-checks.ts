import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listConflictChecksEndpoint } from "../../shared/conflicts/conflict-check.contract.ts";
import { conflictCheckResource } from "../../shared/conflicts/conflict-check.rules.ts";
import { conflictCheckPage } from "../../shared/conflicts/conflict-check.store.ts";
import { gateSettings } from "../../shared/conflicts/conflict-gate.store.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";

/** Lists a lead's conflict checks, with those of the leads that were merged into it. */
const listConflictChecks = operation(listConflictChecksEndpoint, {
  reads: ({ firmId, params }) => ({
    lead: required("lead", leadRecord(firmId, params.id)),
    settings: gateSettings(firmId),
  }),

  decide: async ({ lead: { id, mergedLeadIds = [] } }, { firmId, query }, read) => {
    const readPage = conflictCheckPage(firmId, [id, ...mergedLeadIds]);
    const { page } = await read({
      page: pageAfterCursor({ firmId, query }, { conflictChecks: id }, readPage),
    });
    return { answer: pageResource(page, conflictCheckResource) };
  },
});

export const handler = endpoint(listConflictChecks);
