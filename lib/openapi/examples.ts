import type { ErrorCode } from "../../shared/contract/app-error.ts";
import type { SchemaName } from "./json-schema.ts";

const LEAD_ID = "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50";
const CONSULTATION_ID = "019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72";
const MEMBER_ID = "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80";
const SOURCE_ID = "019a4a05-3e00-7c5d-9e8f-1a2b3c4d5e60";
const WEBHOOK_ID = "019a4a0b-7700-7f6a-8b9c-0d1e2f3a4b51";
const EVENT_ID = "019a4a1e-5c01-7e2f-9a3b-5c4d6e7f8a91";
const KEY_ID = "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61";
const FIRM_ID = "019a49f0-2a00-7d9e-8f0a-2b3c4d5e6f72";
const CREATED_AT = "2026-11-02T15:00:00.000Z";

const LEAD = {
  id: LEAD_ID,
  first_name: "Dana",
  last_name: "Doe",
  email: "dana@example.com",
  phone: "+12125550187",
  source: "website",
  status: { key: "new", name: "New" },
  assignee_id: null,
  archived: false,
  created_at: CREATED_AT,
  last_activity_at: CREATED_AT,
  data: { case_type: "Family" },
};
const { id: _id, created_at: _createdAt, last_activity_at: _lastActivityAt, ...PREVIEWED_LEAD } = LEAD;

const BOOKING_RULES = { min_notice_min: 120, max_advance_days: 90, buffer_min: 15, max_per_day: 8 };

const SOURCE = {
  id: SOURCE_ID,
  key: "intake-form",
  name: "Intake form",
  mapping: { full_name: "contact.name", email: "contact.email" },
  json_fields: [],
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

const WEBHOOK = {
  id: WEBHOOK_ID,
  url: "https://hooks.example.com/intake",
  events: ["lead.created", "consultation.booked"],
  description: "CRM",
  headers: { "X-Tenant": "********" },
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  created_at: CREATED_AT,
  version: 1,
};

const API_KEY = {
  id: KEY_ID,
  name: "CRM",
  scopes: ["leads:read", "leads:write"],
  last_four: "x3Lq",
  enabled: true,
  requests_per_minute: 1_200,
  api_version: "2026-11-01",
  created_at: CREATED_AT,
  last_used_at: null,
  version: 1,
};

const OFFICE_HOURS = [{ weekday: 1, start: "09:00", end: "17:00" }];

/** An example of each named schema. */
export const SCHEMA_EXAMPLES: Readonly<Record<SchemaName, object>> = {
  Lead: LEAD,
  Consultation: {
    id: CONSULTATION_ID,
    lead_id: LEAD_ID,
    attorney_id: MEMBER_ID,
    type: "Initial consultation",
    status: "scheduled",
    start_at: "2026-11-09T15:00:00.000Z",
    duration_min: 60,
    time_zone: "America/New_York",
    paid: false,
    amount: 150,
    outcome: null,
    archived: false,
    created_at: CREATED_AT,
    data: {},
  },
  Hold: {
    id: CONSULTATION_ID,
    attorney_id: MEMBER_ID,
    start_at: "2026-11-09T15:00:00.000Z",
    duration_min: 60,
    expires_at: "2026-11-02T15:10:00.000Z",
  },
  Attorney: {
    id: MEMBER_ID,
    name: "Ruth Bader",
    email: "ruth@example.com",
    role: "Attorney",
    time_zone: "America/New_York",
    has_office_hours: true,
  },
  Firm: {
    id: FIRM_ID,
    name: "Doe & Partners",
    time_zone: "America/New_York",
    default_country: "US",
    stages: [
      { key: "new", name: "New", terminal: false },
      { key: "retained", name: "Retained", terminal: true },
    ],
    lead_fields: [{ key: "case_type", label: "Case type", type: "select", options: ["Family", "Tax"] }],
    consultation_fields: [],
    booking_rules: BOOKING_RULES,
    holidays: [{ start_date: "2026-12-25", end_date: "2026-12-26", name: "Christmas" }],
    version: 4,
  },
  Member: {
    id: MEMBER_ID,
    name: "Ruth Bader",
    email: "ruth@example.com",
    role: "Attorney",
    schedulable: true,
    active: true,
    time_zone: "America/New_York",
    office_hours: OFFICE_HOURS,
    time_off: [{ start_date: "2026-12-28", end_date: "2026-12-31", reason: "Vacation" }],
    booking_rules: { min_notice_min: null, max_advance_days: null, buffer_min: 30, max_per_day: null },
    created_at: CREATED_AT,
    version: 2,
  },
  Source: SOURCE,
  InboundDelivery: {
    id: EVENT_ID,
    received_at: CREATED_AT,
    outcome: "created",
    lead_id: LEAD_ID,
    external_id: "4711",
    error: null,
    replay_of: null,
    content_type: "application/json",
    user_agent: "Forms/2.1",
    signature: null,
    origin: null,
    body: '{"contact":{"name":"Dana Doe","email":"dana@example.com"},"externalId":"4711"}',
    body_encoding: "utf8",
    body_bytes: 78,
  },
  InboundPreview: {
    outcome: "created",
    lead: PREVIEWED_LEAD,
    violations: [],
    unused_paths: ["utm.campaign"],
  },
  IngestedLead: { status: "created", leadId: LEAD_ID, externalId: "4711" },
  UnacceptedDelivery: { status: "ignored" },
  RejectedDelivery: {
    status: "rejected",
    details: [{ field: "email", message: "must be an email address" }],
  },
  ApiKey: API_KEY,
  Me: {
    firm: { id: FIRM_ID, name: "Doe & Partners", time_zone: "America/New_York" },
    key: {
      id: KEY_ID,
      name: "CRM",
      scopes: ["leads:read", "leads:write"],
      requests_per_minute: 1_200,
      api_version: "2026-11-01",
    },
  },
  Event: {
    id: EVENT_ID,
    type: "lead.updated",
    created_at: CREATED_AT,
    sequence: 2,
    data: LEAD,
    previous: { phone: "" },
    actor: { type: "api_key", id: KEY_ID },
  },
  Webhook: WEBHOOK,
  WebhookDelivery: {
    id: EVENT_ID,
    webhook_id: WEBHOOK_ID,
    type: "lead.created",
    state: "delivered",
    created_at: CREATED_AT,
    waiting_for: null,
    next_attempt_at: null,
    attempts: [{ at: CREATED_AT, status: 200, duration_ms: 84, error: null }],
  },
};

const SLOT = { attorney_id: MEMBER_ID, start_at: "2026-11-09T10:00:00-05:00", duration_min: 60 };

/** An example of each endpoint's body. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  "create-lead": { first_name: "Dana", last_name: "Doe", email: "dana@example.com", source: "website" },
  "update-lead": { phone: "(212) 555-0187", status: "retained", data: { case_type: "Family" } },
  "book-consultation": { lead_id: LEAD_ID, type: "Initial consultation", amount: 150, ...SLOT },
  "update-consultation": { start_at: "2026-11-10T10:00:00-05:00" },
  "complete-consultation": { outcome: "Retained" },
  "create-hold": { ...SLOT, seconds: 600 },
  "record-payment": { paid: true, amount: 150 },
  "update-firm": { booking_rules: { buffer_min: 15 } },
  "create-member": { name: "Ruth Bader", schedulable: true, office_hours: OFFICE_HOURS },
  "update-member": {
    time_off: [
      { start_at: "2026-11-09T12:00:00-05:00", end_at: "2026-11-09T13:00:00-05:00", reason: "Court" },
    ],
  },
  "create-source": {
    key: "intake-form",
    name: "Intake form",
    mapping: { full_name: "contact.name", email: "contact.email" },
  },
  "update-source": { enabled: false },
  "rotate-source-key": { old_key_valid_hours: 24 },
  "preview-inbound-delivery": {
    payload: { contact: { name: "Dana Doe", email: "dana@example.com" } },
    mapping: { full_name: "contact.name", email: "contact.email" },
  },
  "replay-inbound-deliveries": { since: "2026-11-01T00:00:00Z", outcome: "rejected" },
  "create-key": { name: "CRM", scopes: ["leads:read", "leads:write"] },
  "update-key": { requests_per_minute: 600 },
  "create-webhook": { url: "https://hooks.example.com/intake", events: ["lead.created"] },
  "update-webhook": { events: ["*"] },
  "recover-deliveries": { since: "2026-11-01T00:00:00Z" },
};

/** Fields that the response of an endpoint has besides those of a named schema. */
export const SECRET_EXAMPLES: Readonly<Record<string, string>> = {
  ingestion_key: "its_4hYkT0example",
  key: "itk_9sWvB2example",
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
};

const NEXT_AVAILABLE = ["2026-11-09T16:00:00.000Z", "2026-11-09T16:15:00.000Z"];

type ErrorExample = {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
  readonly next_available?: readonly string[];
};

/** An example of each error. */
export const ERROR_EXAMPLES: Readonly<Record<ErrorCode, ErrorExample>> = {
  missing_key: { message: "Send the header Authorization: Bearer <key>." },
  invalid_key: { message: "The key is malformed, unknown or deleted." },
  invalid_signature: {
    message: "The delivery does not prove that it comes from the source's sender.",
    details: [{ field: "X-Signature", message: "is required" }],
  },
  key_disabled: { message: "The key is disabled." },
  origin_not_allowed: {
    message: "The source does not allow forms on pages of this origin.",
    details: [{ field: "Origin", message: "is not an allowed origin of the source" }],
  },
  insufficient_scope: { message: "The key lacks the scope leads:write." },
  rate_limited: { message: "The key's 1200 requests a minute are used up." },
  payload_too_large: { message: "The body may have at most 65536 bytes." },
  not_found: { message: "No such lead." },
  invalid_request: {
    message: "The request is invalid: email must be an email address.",
    details: [{ field: "email", message: "must be an email address" }],
  },
  outside_office_hours: {
    message: "The slot is not within the attorney's office hours.",
    next_available: NEXT_AVAILABLE,
  },
  attorney_unavailable: { message: "The attorney is off at that time.", next_available: NEXT_AVAILABLE },
  slot_unavailable: {
    message: "The slot overlaps another consultation.",
    next_available: NEXT_AVAILABLE,
  },
  booking_not_allowed: {
    message: "The booking rules do not allow the slot.",
    details: [{ field: "booking_rules.max_per_day", message: "is reached on this day" }],
    next_available: NEXT_AVAILABLE,
  },
  no_open_stage: { message: "The firm has no open stage." },
  version_conflict: { message: "The member has changed since the version that If-Match names." },
  unavailable: { message: "The service cannot do this right now. Try again." },
  internal_error: { message: "Something went wrong on our side. The request id tells us what." },
};
