/** Describes an endpoint that also takes deliveries of lead sources. */
export const INGESTION_PROSE = `
**With the key of a lead source** (\`its_…\`, in the header or in the address), the body is what the sender posts: any JSON,
or a form. The source's mapping finds the lead's fields in it, so the schema below does not apply:

\`\`\`json
{
  "first_name": "Dana",
  "last_name": "Doe",
  "email": "dana@example.com",
  "external_id": "4711"
}
\`\`\`

The response has \`status\` and \`leadId\`. It is 201 for a new lead. It is 200 if the external id is known, and the lead was
updated or left as it was. Every delivery is kept for 30 days, also if it is rejected.`;

/** The meaning of the fields of leads. */
export const LEAD_FIELDS = {
  assignee: "Only leads assigned to the member with this id.",
  "list-leads.conflict": "Only leads in this state of the firm's conflict gate.",
  due: "With `true`, only leads whose `next_contact_at` has passed.",
  awaiting:
    "With `true`, only leads with a `respond_by` that are neither archived nor in a terminal stage: nobody has contacted the person or booked a consultation yet.",
  created_from: "Only leads that were created at this instant or later.",
  created_to: "Only leads that were created before this instant.",
  captured_from: "Only leads whose `captured_at` is this instant or later.",
  captured_to: "Only leads whose `captured_at` is before this instant.",
  "create-lead.captured_at": "When the person wrote or called, at most a minute ahead; by default now.",
  lead_id: "The id of the lead.",
  matches: "The contacts that both leads have.",
  q: "Only leads that have each of these words in their name, email address or phone number.",
  "list-leads.archived": "`true` lists archived leads only; the default is `false`.",
  "create-lead.data": "Values of the firm's `lead_fields`, by field key. Unknown keys are dropped.",
  "update-lead.data": "Values to set, by field key. Null removes a value; other stored values stay.",
  "list-duplicates.data": "The other leads, newest first.",
  "create-lead.email": "An email address. Empty or null when there is none; then `phone` is required.",
  "create-lead.phone": "A phone number. Empty or null when there is none; then `email` is required.",
  "look-up-leads.email": "An email address. Required without `phone`.",
  "look-up-leads.phone": "A phone number. Required without `email`.",
  "update-lead.email": "An email address. Empty or null removes it if the lead has a phone number.",
  "update-lead.phone": "A phone number. Empty or null removes it if the lead has an email address.",
  "merge-lead.from": "The id of the lead to merge. Its consultations move, and it is archived.",
  "list-leads.ids": "Only these leads, by their ids separated by commas, and no other filter.",
  "list-leads.source": "Only leads of this source.",
  "update-lead.status": "The key of a stage.",
  "list-leads.status": "Only leads in the stage with this key.",
  "InboundPreview.data": "Values of the firm's `lead_fields`, by field key.",
  "InboundPreview.status": "The stage of the lead.",
};
