import { CREATED_AT, IDS, LEAD } from "./shared-values.ts";

const SOURCE = {
  id: IDS.source,
  key: "intake-form",
  name: "Intake form",
  mapping: { full_name: "contact.name", email: "contact.email" },
  json_fields: [],
  invalid_data: "reject",
  accept_when: [{ path: "website", present: false }],
  test_when: [],
  signature: null,
  body_secret: null,
  allowed_origins: ["https://www.example.com"],
  redirect_url: "https://www.example.com/thanks",
  error_redirect_url: null,
  rejected_answer: "error",
  default_assignee_id: null,
  enabled: true,
  requests_per_minute: 1_200,
  last_four: "Q7xK",
  previous_key_expires_at: null,
  created_at: CREATED_AT,
  version: 1,
};

const { id: _id, created_at: _createdAt, last_activity_at: _lastActivityAt, ...PREVIEWED_LEAD } = LEAD;

/** Examples of the schemas of lead sources and of their deliveries. */
export const SOURCE_EXAMPLES = {
  Source: SOURCE,
  InboundDelivery: {
    id: IDS.event,
    received_at: CREATED_AT,
    outcome: "created",
    lead_id: IDS.lead,
    external_id: "4711",
    error: null,
    omitted: [],
    replay_of: null,
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
  IngestedLead: { status: "created", leadId: IDS.lead, externalId: "4711" },
  UnacceptedDelivery: { status: "ignored" },
  RejectedDelivery: {
    status: "rejected",
    details: [{ field: "email", message: "must be an email address (looked at contact.email)" }],
  },
};
