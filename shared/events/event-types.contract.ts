/** Every event type that a change of a record emits. */
export const EVENT_TYPES = [
  "lead.created",
  "lead.updated",
  "lead.status_changed",
  "lead.assigned",
  "lead.archived",
  "lead.duplicate_found",
  "lead.merged",
  "consultation.booked",
  "consultation.rescheduled",
  "consultation.canceled",
  "consultation.completed",
  "consultation.no_show",
  "consultation.updated",
  "consultation.archived",
  "consultation.reminder_due",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Beside the types that follow from the change itself: this one depends on other leads, too. */
export const DUPLICATE_FOUND = "lead.duplicate_found" satisfies EventType;

/** In a webhook endpoint's `events`: all types, including future ones. */
export const ALL_EVENTS = "*";

/** The type that `POST …/test` sends, regardless of the endpoint's `events`. */
export const TEST_EVENT = "webhook.test";
