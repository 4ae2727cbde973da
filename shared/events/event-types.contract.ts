import { ACTIVITY_EVENTS } from "../activities/activity-events.contract.ts";
import { eventTypesOf } from "../api/event-rows.ts";
import { CALENDAR_EVENTS } from "../calendars/calendar-events.contract.ts";
import { CONSULTATION_EVENTS } from "../consultations/consultation-events.contract.ts";
import { LEAD_EVENTS } from "../leads/lead-events.contract.ts";
import { DELIVERY_EVENTS } from "../sources/delivery-events.contract.ts";

/** Every type of event that a change of a record emits. */
export const EVENTS = {
  ...LEAD_EVENTS,
  ...ACTIVITY_EVENTS,
  ...CONSULTATION_EVENTS,
  ...CALENDAR_EVENTS,
  ...DELIVERY_EVENTS,
};

export const EVENT_TYPES = eventTypesOf(EVENTS);

export type EventType = keyof typeof EVENTS;

export type EventNoun = EventType extends `${infer Noun}.${string}` ? Noun : never;

const isNoun = (noun: string): noun is EventNoun => EVENT_TYPES.some((type) => type.startsWith(`${noun}.`));

/**
 * Returns the noun of an event's type.
 * @throws Error for a noun that only a later release knows, as after a rollback
 */
export const eventNoun = (type: string): EventNoun => {
  const [noun = ""] = type.split(".", 1);
  if (isNoun(noun)) return noun;
  throw new Error(`The type ${type} of an event is unknown.`);
};

/** In a webhook endpoint's `events`: all types, including future ones. */
export const ALL_EVENTS = "*";

/** The type that `POST …/test` sends, regardless of the endpoint's `events`. */
export const TEST_EVENT = "webhook.test";
