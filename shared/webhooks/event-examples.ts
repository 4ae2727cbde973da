// Written by "npm run openapi" from the document's examples; do not edit.

import type { EventResource } from "../events/event.contract.ts";
import type { EventType } from "../events/event-types.contract.ts";

type Example = Omit<EventResource, "id" | "type" | "created_at">;

const LEAD = {
  id: "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50",
  first_name: "Dana",
  last_name: "Doe",
  email: "dana@example.com",
  phone: "+12125550187",
  source: "website",
  status: { key: "new", name: "New" },
  assignee_id: null,
  archived: false,
  created_at: "2026-11-02T15:00:00.000Z",
  last_activity_at: "2026-11-02T15:00:00.000Z",
  captured_at: "2026-11-02T15:00:00.000Z",
  first_contact_at: null,
  next_contact_at: null,
  respond_by: null,
  routing_rule: null,
  overdue_count: 0,
  data: { case_type: "Family" },
  conflict: null,
  parties: [
    {
      role: "adverse",
      name: "Acme Inc.",
      aliases: ["Acme East"],
      email: "office@acme.example",
      phone: "+12125550143",
    },
  ],
};

const CONSULTATION = {
  id: "019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72",
  lead_id: "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50",
  attorney_id: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80",
  type: "Initial consultation",
  status: "scheduled",
  start_at: "2026-11-09T15:00:00.000Z",
  duration_min: 60,
  time_zone: "America/New_York",
  paid: false,
  amount: 150,
  currency: "USD",
  location: "1 Main Street, New York, room 5",
  outcome: null,
  archived: false,
  created_at: "2026-11-02T15:00:00.000Z",
  data: {  },
};

const CALENDAR = {
  attorney_id: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80",
  calendar: "court",
  as_of: "2026-11-02T12:59:00.000Z",
  stale_at: "2026-11-02T14:59:00.000Z",
};

const DELIVERY = {
  id: "019a4a1e-5c01-7e2f-9a3b-5c4d6e7f8a91",
  source: "intake-form",
  received_at: "2026-11-02T15:00:00.000Z",
  outcome: "rejected",
  error: {
    code: "invalid_request",
    message: "No email or phone number found.",
  },
};

/** An example of each type of event, with the ids of the API document. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, Example>> = {
  "lead.created": {
    sequence: 1,
    data: { ...LEAD },
    previous: {  },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.archived": {
    sequence: 2,
    data: { ...LEAD, archived: true },
    previous: { archived: false },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.merged": {
    sequence: 2,
    data: { ...LEAD, assignee_id: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80", last_activity_at: "2026-11-02T15:20:00.000Z" },
    previous: {
      assignee_id: null,
      last_activity_at: "2026-11-02T15:00:00.000Z",
    },
    merged_from: "019a4a13-4d80-7c6e-8b1f-0a9d8c7e6f51",
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.contact_due": {
    sequence: 2,
    data: { ...LEAD, next_contact_at: "2026-11-02T15:20:00.000Z" },
    previous: { next_contact_at: null },
    actor: { type: "system", id: null },
  },
  "lead.response_overdue": {
    sequence: 2,
    data: { ...LEAD, respond_by: "2026-11-02T15:15:00.000Z", routing_rule: "web", overdue_count: 1 },
    previous: { respond_by: null, routing_rule: null, overdue_count: 0 },
    rule: "web",
    assignee_id: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80",
    late_seconds: 2,
    actor: { type: "system", id: null },
  },
  "lead.status_changed": {
    sequence: 2,
    data: { ...LEAD, status: { key: "contacted", name: "Contacted" }, last_activity_at: "2026-11-02T15:20:00.000Z" },
    previous: {
      status: { key: "new", name: "New" },
      last_activity_at: "2026-11-02T15:00:00.000Z",
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.assigned": {
    sequence: 2,
    data: { ...LEAD, assignee_id: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80", last_activity_at: "2026-11-02T15:20:00.000Z" },
    previous: {
      assignee_id: null,
      last_activity_at: "2026-11-02T15:00:00.000Z",
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.updated": {
    sequence: 2,
    data: { ...LEAD, phone: "+12125550142", last_activity_at: "2026-11-02T15:20:00.000Z" },
    previous: {
      phone: "+12125550187",
      last_activity_at: "2026-11-02T15:00:00.000Z",
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.conflict_checked": {
    sequence: 2,
    data: { ...LEAD, conflict: {
      state: "matches",
      check_id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      at: "2026-11-02T15:05:00.000Z",
    } },
    previous: { conflict: null },
    check: {
      id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      result: "matches",
      matches: 1,
    },
    consultation_ids: ["019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72"],
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.conflict_decided": {
    sequence: 2,
    data: { ...LEAD, conflict: {
      state: "cleared",
      check_id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      at: "2026-11-02T15:05:00.000Z",
    } },
    previous: { conflict: null },
    check: {
      id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      result: "matches",
      matches: 1,
    },
    consultation_ids: ["019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72"],
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.conflict_lapsed": {
    sequence: 2,
    data: { ...LEAD, conflict: {
      state: "lapsed",
      check_id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      at: "2026-11-02T15:05:00.000Z",
    } },
    previous: { conflict: null },
    check: {
      id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      result: "matches",
      matches: 1,
    },
    consultation_ids: ["019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72"],
    actor: { type: "system", id: null },
  },
  "lead.duplicate_found": {
    sequence: 1,
    data: { ...LEAD },
    previous: {  },
    duplicates: [
      {
        lead_id: "019a4a13-4d80-7c6e-8b1f-0a9d8c7e6f51",
        matches: ["phone"],
      },
    ],
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.activity_added": {
    sequence: 2,
    data: { ...LEAD, last_activity_at: "2026-11-02T15:04:00.000Z", first_contact_at: "2026-11-02T15:04:00.000Z" },
    previous: {
      last_activity_at: "2026-11-02T15:00:00.000Z",
      first_contact_at: null,
    },
    activity: {
      id: "019a4a1f-0580-7e9a-8c4b-1d2e3f4a5b60",
      lead_id: "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50",
      kind: "call",
      direction: "out",
      outcome: "reached",
      at: "2026-11-02T15:04:00.000Z",
      member_id: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80",
      text: "Asks for an appointment after five",
      corrects: null,
      corrected_by: null,
      created_at: "2026-11-02T15:00:00.000Z",
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "lead.contacted": {
    sequence: 2,
    data: { ...LEAD, last_activity_at: "2026-11-02T15:04:00.000Z", first_contact_at: "2026-11-02T15:04:00.000Z" },
    previous: {
      last_activity_at: "2026-11-02T15:00:00.000Z",
      first_contact_at: null,
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.booked": {
    sequence: 1,
    data: { ...CONSULTATION },
    previous: {  },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.rescheduled": {
    sequence: 2,
    data: { ...CONSULTATION, status: "rescheduled", start_at: "2026-11-10T15:00:00.000Z" },
    previous: {
      status: "scheduled",
      start_at: "2026-11-09T15:00:00.000Z",
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.canceled": {
    sequence: 2,
    data: { ...CONSULTATION, status: "canceled" },
    previous: { status: "scheduled" },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.completed": {
    sequence: 2,
    data: { ...CONSULTATION, status: "completed", outcome: "Retained" },
    previous: { status: "scheduled", outcome: null },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.no_show": {
    sequence: 2,
    data: { ...CONSULTATION, status: "no-show" },
    previous: { status: "scheduled" },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.updated": {
    sequence: 2,
    data: { ...CONSULTATION, paid: true },
    previous: { paid: false },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.archived": {
    sequence: 2,
    data: { ...CONSULTATION, archived: true },
    previous: { archived: false },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "consultation.reminder_due": {
    sequence: 2,
    data: { ...CONSULTATION },
    previous: {  },
    minutes_before: 1440,
    lead: {
      id: "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50",
      first_name: "Dana",
      last_name: "Doe",
      email: "dana@example.com",
      phone: "+12125550187",
    },
    actor: { type: "system", id: null },
  },
  "consultation.busy_overlap": {
    sequence: 2,
    data: { ...CONSULTATION },
    previous: {  },
    busy: {
      calendar: "court",
      start_at: "2026-11-09T15:00:00.000Z",
      end_at: "2026-11-09T17:30:00.000Z",
    },
    actor: {
      type: "api_key",
      id: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
    },
  },
  "calendar.stale": {
    sequence: 2,
    data: { ...CALENDAR },
    previous: {  },
    actor: { type: "system", id: null },
  },
  "delivery.rejected": {
    sequence: 1,
    data: { ...DELIVERY },
    previous: {  },
    actor: {
      type: "source",
      id: "019a4a05-3e00-7c5d-9e8f-1a2b3c4d5e60",
    },
  },
};
