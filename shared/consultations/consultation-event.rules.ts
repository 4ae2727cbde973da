import { CONSULTATION_STATUSES, type Consultation, isSameAppointment } from "./consultation.rules.ts";
import type { ConsultationEventType } from "./consultation-events.contract.ts";
import { emittedReminder } from "./reminder.rules.ts";

/** Returns the event of one stored change: that of its booking, transition or reminder, if any. */
export const consultationEventType = (
  before: Consultation | null,
  after: Consultation,
): ConsultationEventType => {
  const isTransition = before?.status !== after.status || !isSameAppointment(before, after);
  if (isTransition) return CONSULTATION_STATUSES[after.status].event;
  if (emittedReminder(before, after) !== undefined) return "consultation.reminder_due";
  return after.archived && !before.archived ? "consultation.archived" : "consultation.updated";
};
