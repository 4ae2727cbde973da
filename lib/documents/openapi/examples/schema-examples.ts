import { activityFields } from "../../../../shared/activities/activity-fields.contract.ts";
import { feedFields } from "../../../../shared/calendars/feed-fields.contract.ts";
import { conflictCheckFields } from "../../../../shared/conflicts/conflict-check-fields.contract.ts";
import { conflictEntryFields } from "../../../../shared/conflicts/conflict-entry-fields.contract.ts";
import { consultationFields } from "../../../../shared/consultations/consultation-fields.contract.ts";
import { apiKeyFields } from "../../../../shared/keys/api-key-fields.contract.ts";
import { leadFields } from "../../../../shared/leads/lead-fields.contract.ts";
import { linkFields } from "../../../../shared/links/link-fields.contract.ts";
import { memberFields } from "../../../../shared/members/member-fields.contract.ts";
import { firmFields } from "../../../../shared/settings/firm-fields.contract.ts";
import { webhookFields } from "../../../../shared/webhooks/webhook-fields.contract.ts";
import type { SchemaName } from "../json-schema.ts";
import { EVENT_EXAMPLES } from "./event-examples.ts";
import { CREATED_AT, IDS, REJECTED_DELIVERY, STALE_CALENDAR } from "./shared-values.ts";
import { SOURCE_EXAMPLES } from "./source-examples.ts";

const TERMS = { location: "1 Main Street, New York, room 5", amount: 150, currency: "USD" };

const CLIENT_CONSULTATION = {
  id: IDS.consultation,
  status: "scheduled",
  type: "Initial consultation",
  start_at: "2026-11-09T15:00:00.000Z",
  duration_min: 30,
  ...TERMS,
  attorney: { name: "Ruth Bader", time_zone: "America/New_York" },
  time_zone: "America/New_York",
};

export const SCHEMA_EXAMPLES: Readonly<Record<SchemaName, object>> = {
  Lead: leadFields.example(),
  Activity: activityFields.example(),
  ConflictCheck: conflictCheckFields.example(),
  ConflictEntry: conflictEntryFields.example(),
  Consultation: consultationFields.example(),
  Link: linkFields.example(),
  LinkState: {
    id: IDS.link,
    first_name: "Dana",
    firm: { name: "Doe & Partners", time_zone: "America/New_York", country: "US" },
    contact_phone: "+12125550100",
    contact_phone_text: { national: "(212) 555-0100", international: "+1 212 555 0100" },
    language: null,
    attorney: { name: "Ruth Bader", time_zone: "America/New_York" },
    type: "Initial consultation",
    duration_min: 30,
    ...TERMS,
    time_zone: "America/New_York",
    expires_at: "2026-12-09T15:30:00.000Z",
    consultation: CLIENT_CONSULTATION,
    etag: '"kF3zTn0xW1s7pQe9LrJd2h"',
    allowed: { book: false, reschedule: true, cancel: true },
    reschedule_until: "2026-11-08T15:00:00.000Z",
    cancel_until: "2026-11-08T15:00:00.000Z",
    reschedules_left: 2,
  },
  ClientConsultation: CLIENT_CONSULTATION,
  Hold: {
    id: IDS.hold,
    attorney_id: IDS.member,
    start_at: "2026-11-09T19:00:00.000Z",
    duration_min: 60,
    expires_at: "2026-11-02T15:10:00.000Z",
  },
  StaleCalendar: STALE_CALENDAR,
  RejectedInboundDelivery: REJECTED_DELIVERY,
  Attorney: {
    id: IDS.member,
    name: "Ruth Bader",
    email: "ruth@example.com",
    role: "Attorney",
    time_zone: "America/New_York",
    has_office_hours: true,
  },
  Firm: { id: IDS.firm, ...firmFields.example() },
  Member: memberFields.example(),
  CalendarLink: { id: IDS.calendarLink, names: false, created_at: CREATED_AT },
  Feed: feedFields.example(),
  Session: {
    id: IDS.session,
    created_at: "2025-11-03T14:32:45.312Z",
    last_used_at: "2025-11-04T09:12:00.000Z",
    expires_at: "2025-12-04T09:13:00.000Z",
    browser: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  },
  ...SOURCE_EXAMPLES,
  ApiKey: apiKeyFields.example(),
  Me: {
    firm: { id: IDS.firm, name: "Doe & Partners", time_zone: "America/New_York" },
    key: {
      id: IDS.key,
      name: "CRM",
      scopes: ["leads:read", "leads:write"],
      requests_per_minute: 1_200,
      api_version: "2026-11-01",
    },
    member: null,
  },
  Event: EVENT_EXAMPLES["lead.updated"],
  Webhook: webhookFields.example(),
  WebhookDelivery: {
    id: IDS.event,
    webhook_id: IDS.webhook,
    type: "lead.created",
    state: "delivered",
    created_at: CREATED_AT,
    waiting_for: null,
    next_attempt_at: null,
    attempts: [{ at: CREATED_AT, status: 200, duration_ms: 84, error: null }],
  },
};
