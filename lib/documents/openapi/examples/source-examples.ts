import { leadFields } from "../../../../shared/leads/lead-fields.contract.ts";
import { sourceFields } from "../../../../shared/sources/source-fields.contract.ts";
import { CREATED_AT, IDS } from "./shared-values.ts";

const {
  id: _id,
  created_at: _createdAt,
  last_activity_at: _lastActivityAt,
  ...PREVIEWED_LEAD
} = leadFields.example();

/** Examples of the schemas of lead sources and of their deliveries. */
export const SOURCE_EXAMPLES = {
  Source: sourceFields.example(),
  InboundDelivery: {
    id: IDS.event,
    received_at: CREATED_AT,
    outcome: "created",
    lead_id: IDS.lead,
    external_id: "4711",
    error: null,
    omitted: [],
    replay_of: null,
    replayed_as: null,
    dismissed_at: null,
    content_type: "application/json",
    user_agent: "Forms/2.1",
    signature: null,
    origin: null,
    body: '{"contact":{"name":"Dana Doe","email":"dana@example.com"},"external_id":"4711"}',
    body_encoding: "utf8",
    body_bytes: 79,
  },
  InboundPreview: {
    outcome: "created",
    lead: PREVIEWED_LEAD,
    violations: [],
    omitted: [],
    unused_paths: ["utm.campaign"],
  },
  IngestedLead: { status: "updated", leadId: IDS.lead, externalId: "4711" },
  UnacceptedDelivery: { status: "ignored" },
  RejectedDelivery: {
    status: "rejected",
    details: [{ field: "email", message: "Email must be an email address. Looked at contact.email." }],
  },
};
