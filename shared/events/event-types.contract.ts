import { eventTypesOf } from "../api/event-rows.ts";
import { CALENDAR_EVENTS } from "../calendars/calendar-events.contract.ts";
import { CONSULTATION_EVENTS } from "../consultations/consultation-events.contract.ts";
import { LEAD_EVENTS } from "../leads/lead-events.contract.ts";

/** Every type of event that a change of a record emits. */
export const EVENTS = { ...LEAD_EVENTS, ...CONSULTATION_EVENTS, ...CALENDAR_EVENTS };

export const EVENT_TYPES = eventTypesOf(EVENTS);

export type EventType = keyof typeof EVENTS;

/** In a webhook endpoint's `events`: all types, including future ones. */
export const ALL_EVENTS = "*";

/** The type that `POST …/test` sends, regardless of the endpoint's `events`. */
export const TEST_EVENT = "webhook.test";
