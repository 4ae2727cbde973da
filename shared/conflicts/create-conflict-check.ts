import { checked, operation } from "../api/operation.ts";
import { requireUnerasedLead, requireUnmerged } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { storedSettingsRecord } from "../settings/firm.store.ts";
import { checkLead } from "./check-lead.steps.ts";
import { createConflictCheckEndpoint } from "./conflict-check.contract.ts";
import { conflictCheckResource, requireIndex } from "./conflict-check.rules.ts";

/** Checks a lead, in one write with the lead. */
export const createConflictCheck = operation(createConflictCheckEndpoint, {
  reads: ({ firmId, params }) => ({
    lead: checked(leadRecord(firmId, params.id), requireUnerasedLead),
    settings: checked(storedSettingsRecord(firmId), requireIndex),
  }),

  decide: async ({ lead }, { firmId, change }, read) => {
    requireUnmerged(lead);
    const { check, writes } = await checkLead(lead, { firmId, change, read });
    return { writes, answer: conflictCheckResource(check) };
  },
});
