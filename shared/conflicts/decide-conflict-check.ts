import { checked, type OperationRequest, operation } from "../api/operation.ts";
import { conflictAfterDecision } from "../leads/clearance.rules.ts";
import { requireUnerasedLead, requireUnmerged } from "../leads/lead.rules.ts";
import { leadRecord, putLead } from "../leads/lead.store.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { storedSettingsRecord } from "../settings/firm.store.ts";
import { decideConflictCheckEndpoint } from "./conflict-check.contract.ts";
import {
  conflictCheckResource,
  type Decision,
  decisionViolations,
  isRepeated,
  requireCurrent,
  requireIndex,
} from "./conflict-check.rules.ts";
import { addDecision, conflictCheckOfLead } from "./conflict-check.store.ts";
import { decisionFields } from "./conflict-check-fields.contract.ts";

/** Records a person's decision on the newest check of a lead, in one write with the lead. */
export const decideConflictCheck = operation(decideConflictCheckEndpoint, {
  reads: ({ firmId, params, json }) => ({
    lead: checked(leadRecord(firmId, params.id), requireUnerasedLead),
    settings: checked(storedSettingsRecord(firmId), requireIndex),
    check: conflictCheckOfLead(firmId, params.id, params.checkId),
    member: memberRecordFromBody(firmId, json.member_id),
  }),

  violations: (records, request) =>
    decisionViolations(records, { ...request, signedIn: signedInMember(request) }),

  decide: ({ lead, check }, request) => {
    requireUnmerged(lead);
    requireCurrent(lead, check);
    const { firmId, input, newId, change } = request;
    const fields = decisionFields.newFields(input);
    const memberId = signedInMember(request) ?? String(fields.memberId);
    const decision: Decision = { ...fields, memberId, id: newId, at: change.at };
    if (isRepeated(check, decision)) return { answer: conflictCheckResource(check) };
    const conflict = conflictAfterDecision(decision.decision, check.id, change.at);
    return {
      writes: [
        putLead(firmId, { ...lead, conflict, revision: lead.revision + 1 }, change),
        addDecision(firmId, check, decision),
      ],
      answer: conflictCheckResource({ ...check, decisions: [...check.decisions, decision] }),
    };
  },

  repeat: async ({ firmId, params }, _decisionId, read) => {
    const { check } = await read({ check: conflictCheckOfLead(firmId, params.id, params.checkId) });
    return conflictCheckResource(check);
  },
});

const signedInMember = ({ actor }: Pick<OperationRequest, "actor">) =>
  actor.type === "member" ? actor.id : null;
