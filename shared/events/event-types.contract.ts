import { CALENDAR_EVENT_TYPES } from "../calendars/calendar-events.contract.ts";
import { CONSULTATION_EVENT_TYPES } from "../consultations/consultation-events.contract.ts";
import { LEAD_EVENT_TYPES } from "../leads/lead-events.contract.ts";

/** Every event type that a change of a record emits. */
export const EVENT_TYPES = [
  ...LEAD_EVENT_TYPES,
  ...CONSULTATION_EVENT_TYPES,
  ...CALENDAR_EVENT_TYPES,
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** In a webhook endpoint's `events`: all types, including future ones. */
export const ALL_EVENTS = "*";

/** The type that `POST …/test` sends, regardless of the endpoint's `events`. */
export const TEST_EVENT = "webhook.test";
