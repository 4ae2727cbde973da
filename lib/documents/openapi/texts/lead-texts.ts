import { textsByName } from "../../../../shared/leads/lead-fields.contract.ts";

/** Describes an endpoint that also takes deliveries of lead sources. */
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

/** The meaning of the fields of leads. */
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
