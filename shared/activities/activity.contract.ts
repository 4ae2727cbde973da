import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instantInput } from "../schema/time.ts";
import { EVEN_IF_INVALID, ifThen, lazy } from "../schema/zod.ts";
import { activityFields } from "./activity-fields.contract.ts";

/** An activity as the API and its event show it. */
export const activity = activityFields.shown;

const ACTIVITIES = "/api/leads/{id}/activities";

const ofKind = (kind: string) => ({ properties: { kind: { const: kind } } });

/** A call has both of these, a note neither. */
const MANNER = ["direction", "outcome"] as const;

/** Names the other fields too: Redocly takes those that a condition does not name for unknown ones. */
const mannerOf = (type: string) => ({
  ...Object.fromEntries(
    ["kind", "at", "member_id", "text", "corrects", "next_contact_at"].map((name) => [name, {}]),
  ),
  ...Object.fromEntries(MANNER.map((field) => [field, { type }])),
});

const MANNER_KEYWORDS = ifThen(
  ofKind("call"),
  { required: MANNER, properties: mannerOf("string") },
  ifThen(ofKind("note"), { properties: mannerOf("null") }),
);

type Manner = { readonly [Field in "kind" | (typeof MANNER)[number]]?: unknown };

const newActivity = lazy(() =>
  z.object({ ...activityFields.created(), next_contact_at: z.optional(z.nullable(instantInput())) }).check(
    ...MANNER.flatMap((field) => [
      z.refine<Manner>((body) => body.kind !== "call" || (body[field] ?? null) !== null, {
        ...{ path: [field], error: "is required for a call", params: MANNER_KEYWORDS },
        ...EVEN_IF_INVALID,
      }),
      z.refine<Manner>((body) => body.kind !== "note" || (body[field] ?? null) === null, {
        ...{ path: [field], error: "must be absent from a note", ...EVEN_IF_INVALID },
      }),
    ]),
  ),
);

export const createActivityEndpoint = defineEndpoint({
  name: "create-activity",
  method: "POST",
  path: ACTIVITIES,
  summary: "Record a call, a text message, an email, a meeting or a note of a lead",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
  acceptsIdempotencyKey: true,
  errors: ["lead_merged"],
  body: newActivity,
  response: { status: 201, schema: activity },
});

export const createActivityDescription: DescriptionOf<typeof createActivityEndpoint> = {
  lostAnswer: { way: "repeatedWithKey" },
  fields: {
    next_contact_at:
      "When somebody wants to contact the person again, which becomes that of the lead; null clears it, absent leaves it.",
  },
  body: {
    kind: "call",
    direction: "out",
    outcome: "reached",
    text: "Asks for an appointment after five",
    next_contact_at: "2026-11-03T22:00:00Z",
  },
  prose: `
Records what somebody of the firm did or noted of a lead. Nothing changes or deletes an activity. One that names another
as \`corrects\` stands in its place: both are kept, and the corrected one counts for nothing.

A *contact* is a call or meeting in which the person was reached, an outgoing call that left a message, and an outgoing
text or email unless its outcome is \`wrong_number\`. The lead's \`first_contact_at\` is the \`at\` of the earliest one.
A contact ends the lead's deadline (\`respond_by\`), also if it is corrected later.

A call requires \`direction\` and \`outcome\`, a note has neither. \`at\` is 422 if it is before the lead's
\`captured_at\` or more than a minute ahead. \`member_id\` is any member of the firm, or the one who has signed in.

Emits \`lead.activity_added\`, and \`lead.contacted\` with the first contact in the lead's life. Send an
\`Idempotency-Key\`, so that you can repeat the request if its response is lost.`,
};

export const listActivitiesEndpoint = defineEndpoint({
  name: "list-activities",
  method: "GET",
  path: ACTIVITIES,
  summary: "List the activities of a lead, newest first",
  scope: "leads:read",
  tableActions: ["GetItem", "Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(activity())) },
});

export const listActivitiesDescription: DescriptionOf<typeof listActivitiesEndpoint> = {
  prose: `
Lists the activities of a lead a page at a time, newest recorded first, with those of the leads that were merged into it.
A merged lead lists its own. The list has every activity whose request was answered.`,
};
