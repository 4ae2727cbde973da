import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { EVEN_IF_INVALID, ifThen, lazy } from "../schema/zod.ts";
import { conflictCheckFields, decisionFields } from "./conflict-check-fields.contract.ts";

/** A check as the API shows it. */
export const conflictCheck = conflictCheckFields.shown;

const CHECKS = "/api/leads/{id}/conflict-checks";

export const createConflictCheckEndpoint = defineEndpoint({
  name: "create-conflict-check",
  method: "POST",
  path: CHECKS,
  summary: "Check a lead for conflicts of interest",
  scope: "conflicts:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem"],
  errors: ["lead_merged", "conflict_gate_disabled", "conflict_index_building"],
  response: { status: 201, schema: conflictCheck },
});

export const createConflictCheckDescription: DescriptionOf<typeof createConflictCheckEndpoint> = {
  lostAnswer: { way: "repeated" },
  prose: `
Searches the names, the email and the phone of a lead and of its parties among all leads of the firm and in its register,
and stores what it finds. Archived leads and those in final stages count. It decides nothing: \`no_match\` is no clearance.

The lead's \`conflict\` becomes \`no_match\` or \`matches\`. That of a cleared or waived lead stays if nobody matches beyond
the check on which that was decided, and that of a blocked lead always. What is stored within the same second may be missing;
the clearance then lapses. A check that is repeated is another check, with the same effect. Emits \`lead.conflict_checked\`.`,
};

export const listConflictChecksEndpoint = defineEndpoint({
  name: "list-conflict-checks",
  method: "GET",
  path: CHECKS,
  summary: "List the conflict checks of a lead, newest first",
  scope: "conflicts:read",
  tableActions: ["GetItem", "BatchGetItem", "Query"],
  errors: ["conflict_gate_disabled"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(conflictCheck())) },
});

export const listConflictChecksDescription: DescriptionOf<typeof listConflictChecksEndpoint> = {
  prose: `
Lists the checks of a lead a page at a time, newest first, with those of the leads that were merged into it. A merged lead
lists its own. The list has every check whose request was answered. Nobody can delete one.`,
};

type Reasoned = { readonly decision?: unknown; readonly reason?: string | null };

/** Names every field: Redocly takes those that a condition does not name for unknown ones. */
const WAIVED_KEYWORDS = ifThen(
  { properties: { decision: { const: "waived" } } },
  {
    required: ["reason"],
    properties: { decision: {}, member_id: {}, reason: { type: "string", pattern: "\\S" } },
  },
);

const newDecision = lazy(() =>
  z.object(decisionFields.created()).check(
    z.refine<Reasoned>(({ decision, reason }) => decision !== "waived" || Boolean(reason), {
      ...{ path: ["reason"], error: "is required for waived", params: WAIVED_KEYWORDS },
      ...EVEN_IF_INVALID,
    }),
  ),
);

export const decideConflictCheckEndpoint = defineEndpoint({
  name: "decide-conflict-check",
  method: "POST",
  path: `${CHECKS}/{checkId}/decision`,
  summary: "Decide whether the firm may meet a lead",
  scope: "conflicts:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
  acceptsIdempotencyKey: true,
  errors: ["lead_merged", "conflict_gate_disabled", "conflict_index_building", "check_outdated"],
  body: newDecision,
  response: { status: 200, schema: conflictCheck },
});

export const decideConflictCheckDescription: DescriptionOf<typeof decideConflictCheckEndpoint> = {
  lostAnswer: { way: "repeatedWithKey" },
  fields: {
    member_id:
      "The active member who decides, which an API key must name. A member who has signed in may name only that member.",
    reason: "Required where there are matches, and for `waived`.",
  },
  body: {
    decision: "cleared",
    member_id: "{attorney}",
    reason: "Another Dana Doe, by the date of birth",
  },
  prose: `
Records what a person has decided on a lead's newest check, which becomes the state in the lead's \`conflict\`. A later
decision on the same check takes the place of the earlier one, which stays in \`decisions\`.

409 \`check_outdated\`: the check is not the newest one of the lead, or the lead's name, email, phone or parties have changed
since, another lead was merged into it, or its clearance has lapsed. Then check again. The decision that the check already
has last, by the same member with the same reason, changes nothing. Emits \`lead.conflict_decided\`.`,
};
