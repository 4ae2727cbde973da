import { textsByName } from "../../../../shared/leads/lead-fields.contract.ts";

/** Of an endpoint that also takes deliveries of lead sources. */
export const INGESTION_PROSE = `
**With the key of a lead source** (\`its_…\`, in the header or in the address) the body is whatever the sender posts: any JSON, or a form. The
source's mapping finds the lead's fields in it, so the schema below does not apply:

\`\`\`json
{
  "first_name": "Dana",
  "last_name": "Doe",
  "email": "dana@example.com",
  "external_id": "4711"
}
\`\`\`

Such a delivery is answered with \`status\` and \`leadId\`: 201 for a new lead, 200 when the external id is known already and the lead was
updated or left as it was. Every delivery is kept for 30 days, rejected ones too.`;

/** Of the endpoints of leads. */
export const LEAD_PROSE = {
  "create-lead": `
Creates a lead from your own program. The lead starts in the first stage of the firm that is not terminal; without such a stage the
answer is 409 \`no_open_stage\`. A lead needs an email address or a phone number, and its assignee must be an active member. Values of
\`data\` under keys that the firm does not define are dropped; a value that does not fit its field is 422.

Emits \`lead.created\`. Send an \`Idempotency-Key\`, so that a request whose answer was lost can be repeated: the repeat answers 201 with
the same lead and creates nothing.`,

  "list-leads": `
Lists the firm's leads by creation, newest first, a page at a time: active ones, or archived ones with \`archived=true\`. \`q\` finds leads
whose name, email address and phone number together contain every word of it. A filter that can match nothing gives an empty page. Under a
rare filter a page may hold fewer leads than \`limit\`, so continue until \`next_cursor\` is null.`,

  "look-up-leads": `
Finds who calls or writes: the leads with an email address or a phone number, or with either of them when both are sent, newest first, a
page at a time. Archived leads are found too, and so are merged ones, which show \`merged_into\`. Both are read as when a lead is created:
an address in any case, a number as anybody writes it, without a country code in the firm's \`default_country\`. Write a \`+\`,
of a number or an address, as \`%2B\`.`,

  "get-lead": `
Returns one lead, archived or not. A lead of another firm is 404 \`not_found\`, like one that never existed.`,

  "update-lead": `
Changes the fields that the body names, and only those. \`status\` moves the lead to any of the firm's stages, \`assignee_id\` assigns it to
an active member or to nobody (null), and \`data\` is merged into the stored data, where null removes a value. The email address or the phone
number can be cleared while the other one remains.

Emits an event for each kind of change: \`lead.status_changed\`, \`lead.assigned\`, and \`lead.updated\` for everything else. A body that
changes nothing returns the lead and emits nothing.`,

  "archive-lead": `
Hides a lead from the active pipeline, whatever its stage. Nothing is deleted: the lead keeps its stage, data and consultations, can still be
read and changed, and is listed with \`archived=true\`. Emits \`lead.archived\`. Archiving an archived lead returns it and emits nothing, so
the request can be repeated.`,

  "unarchive-lead": `
Brings an archived lead back into the active pipeline, in the stage that it has. Emits \`lead.updated\`. A lead that is not archived is
returned as it is, and nothing is emitted.`,

  "list-duplicates": `
Lists the newest 20 other leads with the email address or phone number of this one, archived ones too, but none that was merged or erased.
\`matches\` says what both have. They need not be the same person: families share telephones.`,

  "merge-lead": `
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
} as const;

/** What the fields of leads mean. */
export const LEAD_FIELDS = {
  ...textsByName(({ description }) => description),
  assignee: "Only leads assigned to this member, by id.",
  assignee_id: "The member who takes care of the lead; null for nobody.",
  last_activity_at: "When the lead's fields or stage changed last.",
  lead_id: "The lead, by its id.",
  matches: "What both leads have.",
  duplicates:
    "In `lead.duplicate_found` only: the newest 20 other leads with an address or number that the change has brought.",
  q: "Only leads whose name, email or phone has all these words.",
  merged_into: "The id of the lead that this one was merged into; absent unless it was merged.",
  "list-leads.archived": "`true` lists archived leads only; the default is `false`.",
  "Lead.data": "Values of the fields that the firm defines for leads, by their keys.",
  "create-lead.data":
    "Values of the fields that the firm defines for leads, by their keys; others are dropped.",
  "update-lead.data": "Values to set, by their keys; null removes one.",
  "list-duplicates.data": "The other leads, newest first.",
  "create-lead.email": "An email address; empty or null for none. Without it, a phone number is required.",
  "create-lead.phone": "A phone number; empty or null for none. Without it, an email address is required.",
  "look-up-leads.email": "An email address; without it, a phone number is required.",
  "look-up-leads.phone": "A phone number; without it, an email address is required.",
  "update-lead.email": "An email address; one that there is cannot be cleared.",
  "update-lead.phone": "A phone number; one that there is cannot be cleared.",
  "merge-lead.from": "The other lead, by its id: its consultations move, and it is archived.",
  "list-leads.source": "Only leads of this source.",
  "Lead.status": "The stage.",
  "update-lead.status": "The key of a stage.",
  "list-leads.status": "Only leads in this stage, by its key.",
  "InboundPreview.data": "Values of the fields that the firm defines for leads, by their keys.",
  "InboundPreview.status": "The stage.",
};
