import { consultationFields } from "../../../../shared/consultations/consultation-fields.contract.ts";
import type { EventNoun } from "../../../../shared/events/event-types.contract.ts";
import { leadFields } from "../../../../shared/leads/lead-fields.contract.ts";
import { EXAMPLE_IDS } from "../../../../shared/schema/example-ids.ts";
import type { SchemaName } from "../json-schema.ts";

/** The id of an event, and of its deliveries. */
const EVENT_ID = "019a4a1e-5c01-7e2f-9a3b-5c4d6e7f8a91";

/**
 * The id of each kind of record in the examples. Examples that end a record have the `other…` ids, since others still
 * need it.
 */
export const IDS = {
  firm: "019a49f0-2a00-7d9e-8f0a-2b3c4d5e6f72",
  ...EXAMPLE_IDS,
  member: EXAMPLE_IDS.attorney,
  otherConsultation: "019a4a21-0a00-7e5f-9b7c-3d0e1f2a4b83",
  hold: "019a4a1f-3d00-7b2c-9d4e-6f7a8b9c0d1e",
  event: EVENT_ID,
  otherWebhook: "019a4a0c-6200-7a7b-9cad-1e2f3a4b5c62",
  delivery: EVENT_ID,
};

export const CREATED_AT = "2026-11-02T15:00:00.000Z";

export const STALE_CALENDAR = {
  attorney_id: IDS.member,
  calendar: "court",
  as_of: "2026-11-02T12:59:00.000Z",
  stale_at: "2026-11-02T14:59:00.000Z",
};

export const REJECTED_DELIVERY = {
  id: IDS.delivery,
  source: "intake-form",
  received_at: CREATED_AT,
  outcome: "rejected",
  error: { code: "invalid_request", message: "No email or phone number found." },
};

/** The record in events: its schema in the document, and its example. */
type EventRecord = { readonly schema: SchemaName; readonly example: Readonly<Record<string, unknown>> };

/** The record in the events of each noun. */
export const EVENT_RECORDS: Readonly<Record<EventNoun, EventRecord>> = {
  lead: { schema: "Lead", example: leadFields.example() },
  consultation: { schema: "Consultation", example: consultationFields.example() },
  calendar: { schema: "StaleCalendar", example: STALE_CALENDAR },
  delivery: { schema: "RejectedInboundDelivery", example: REJECTED_DELIVERY },
};
