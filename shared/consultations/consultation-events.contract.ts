/** The event of a due reminder. */
export const REMINDER_DUE = "consultation.reminder_due" as const;

/** The event of a consultation that a calendar's busy times newly overlap. */
export const BUSY_OVERLAP = "consultation.busy_overlap" as const;

/** Every event type of a consultation. */
export const CONSULTATION_EVENT_TYPES = [
  "consultation.booked",
  "consultation.rescheduled",
  "consultation.canceled",
  "consultation.completed",
  "consultation.no_show",
  "consultation.updated",
  "consultation.archived",
  REMINDER_DUE,
  BUSY_OVERLAP,
] as const;

export type ConsultationEventType = (typeof CONSULTATION_EVENT_TYPES)[number];
