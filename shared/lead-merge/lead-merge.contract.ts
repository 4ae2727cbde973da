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
Makes two leads of the same person one, in one write: the lead in the path remains, the lead \`from\` is merged into it. What the
remaining lead lacks of email address, phone number, assignee and \`data\` is filled from the other one; everything else stays, archived
or not. The other's consultations become this lead's, at most 40. The other lead is archived and shows \`merged_into\`. It can still be read;
every change of it and every booking for it is 409 \`lead_merged\`, whose \`details\` name the lead that remains as
\`merged_into\`. What lead sources deliver for the other lead from now on comes to the remaining one.

A merge cannot be undone. \`from\` is 422 when the firm has no such lead or has erased it, when it is the same lead or was merged into another
one, when it has more than 40 consultations, and when more than 50 leads would be one. Merging the same lead again returns the remaining lead and
emits nothing, so the request can be repeated.

Emits \`lead.merged\` with the remaining lead in \`data\`, what was filled in \`previous\`, and the other lead's id in \`merged_from\`;
\`lead.archived\` for the other lead unless it was archived before; and \`consultation.updated\` for each consultation, with its former
\`lead_id\` in \`previous\`.`,
};
