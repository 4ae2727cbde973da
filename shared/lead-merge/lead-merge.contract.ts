import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { lead } from "../leads/lead.contract.ts";
import { uuid } from "../schema/fields.ts";
import { lazy } from "../schema/zod.ts";

export const mergeLeadEndpoint = defineEndpoint({
  name: "merge-lead",
  method: "POST",
  path: "/api/leads/{id}/merge",
  summary: "Merge another lead of the same person into a lead",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex", "PutItem", "UpdateItem"],
  body: lazy(() => z.object({ from: uuid() })),
  errors: ["lead_merged"],
  response: { status: 200, schema: lead },
});

export const mergeLeadDescription: DescriptionOf<typeof mergeLeadEndpoint> = {
  // The same merge again changes nothing.
  lostAnswer: { way: "repeated" },
  body: { from: "{otherLead}" },
  prose: `
Merges two leads of the same person in one write. The lead in the path remains. The lead \`from\` is merged into it:

- If the remaining lead lacks an email address, a phone number, an assignee or a value of \`data\`, it gets that of the
  other lead. Everything else stays, also whether it is archived.
- The remaining lead gets the other lead's parties too. Its clearance lapses; it is blocked if either lead is.
- The consultations of the other lead, at most 40, become those of the remaining lead.
- The other lead is archived and shows \`merged_into\`. It can still be read. Every change of it and every booking for it
  is 409 \`lead_merged\`, whose \`details\` name the remaining lead as \`merged_into\`.
- What lead sources send for the other lead from now on goes to the remaining lead.

A merge cannot be undone. Merging the same lead again returns the remaining lead and emits nothing, so you can repeat
the request.

The request is 422 naming \`from\` when the firm has no such lead or has erased it, when it is the lead in the path, when
it was merged into another lead, when it has more than 40 consultations, when more than 50 leads would be merged into the
lead, or when it would have more than 20 parties.

Emits \`lead.merged\`: \`data\` is the remaining lead, \`previous\` has the former values of the fields that were filled, and
\`merged_from\` is the other lead's id. Emits \`lead.archived\` for the other lead unless it was archived before. Emits
\`consultation.updated\` for each consultation that moves, with its former \`lead_id\` in \`previous\`. Emits
\`lead.duplicate_found\` if the remaining lead gets an address or number that a third lead has.`,
};
