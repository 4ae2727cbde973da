/** Every type of event that a change of a record emits. */
export const EVENT_TYPES = [
  "lead.created",
  "lead.updated",
  "lead.status_changed",
  "lead.assigned",
  "lead.archived",
  "consultation.booked",
  "consultation.rescheduled",
  "consultation.canceled",
  "consultation.completed",
  "consultation.no_show",
] as const;

/** In an endpoint's `events`: all of them, those to come included. */
export const ALL_EVENTS = "*";

/** What `POST …/test` sends, whatever the endpoint's `events`. */
export const TEST_EVENT = "webhook.test";
