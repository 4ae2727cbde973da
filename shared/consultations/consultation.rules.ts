import type { Lead } from "../leads/lead.rules.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import type { ConsultationChanges } from "./consultation.contract.ts";
import { type ConsultationEventType, REMINDER_DUE } from "./consultation-events.contract.ts";
import { type CONSULTATION_STATUS_NAMES, consultationFields } from "./consultation-fields.contract.ts";
import { reminderCome } from "./reminder.rules.ts";

export type ConsultationStatus = (typeof CONSULTATION_STATUS_NAMES)[number];

type StatusTraits = {
  readonly isOpen: boolean;
  readonly keepsSlot: boolean;
  readonly event: ConsultationEventType;
};

/**
 * The traits of each status. A consultation can leave an open status for any other. A status can keep the slot
 * reserved. Reaching a status emits its event.
 */
export const CONSULTATION_STATUSES: Readonly<Record<ConsultationStatus, StatusTraits>> = {
  scheduled: { isOpen: true, keepsSlot: true, event: "consultation.booked" },
  rescheduled: { isOpen: true, keepsSlot: true, event: "consultation.rescheduled" },
  canceled: { isOpen: false, keepsSlot: false, event: "consultation.canceled" },
  completed: { isOpen: false, keepsSlot: true, event: "consultation.completed" },
  "no-show": { isOpen: false, keepsSlot: false, event: "consultation.no_show" },
};

export type Consultation = RecordOf<typeof consultationFields>;

/** The fields that a reschedule can change. */
export type Appointment = Pick<Consultation, "attorneyId" | "startAt" | "durationMinutes" | "timeZone">;

const APPOINTMENT_FIELDS = ["attorneyId", "startAt", "durationMinutes", "timeZone"] as const;

const isSameAppointment = (one: Appointment, other: Appointment): boolean =>
  APPOINTMENT_FIELDS.every((name) => one[name] === other[name]);

const NO_REMINDERS = { reminderMinutes: undefined };

/** Returns an open consultation in a new status, with other changes of that transition. */
export const withStatus = (
  consultation: Consultation,
  status: Exclude<ConsultationStatus, "scheduled">,
  changes: Partial<Appointment & Pick<Consultation, "outcome" | "data">> = {},
): Consultation => ({
  ...consultation,
  ...changes,
  ...(consultation.erasure && consultationFields.erased().record),
  ...(!CONSULTATION_STATUSES[status].isOpen && NO_REMINDERS),
  status,
  revision: consultation.revision + 1,
});

/** Returns the event of one stored change: that of its booking, transition or reminder, if any. */
export const consultationEventType = (
  before: Consultation | null,
  after: Consultation,
): ConsultationEventType => {
  const isTransition = before?.status !== after.status || !isSameAppointment(before, after);
  if (isTransition) return CONSULTATION_STATUSES[after.status].event;
  if (reminderCome(before, after) !== undefined) return REMINDER_DUE;
  return after.archived && !before.archived ? "consultation.archived" : "consultation.updated";
};

/** Returns a consultation as the API and its events show it. */
export const consultationResource = (consultation: Consultation) =>
  consultationFields.resource(consultation, { created_at: createdAt(consultation.id) });

/** Returns the appointment after a valid PATCH; null if the PATCH changes nothing. */
export const appointmentChange = (
  current: Consultation,
  input: Omit<ConsultationChanges, "status">,
): Appointment | null => {
  const appointment = {
    startAt: input.start_at ?? current.startAt,
    durationMinutes: input.duration_min ?? current.durationMinutes,
    attorneyId: input.attorney_id ?? current.attorneyId,
    timeZone: input.time_zone ?? current.timeZone,
  };
  return isSameAppointment(appointment, current) ? null : appointment;
};

type BookedLead = Pick<Lead, "erasure" | "mergedInto">;

/**
 * Returns violations of a lead. The schema rejects non-UUIDs. A merged lead has another error, which names the lead
 * that remains.
 */
export const leadViolations = (leadId: unknown, lead: BookedLead | null): Violation[] => {
  const isMerged = lead?.mergedInto !== undefined;
  if (!isUuid(leadId) || isMerged || (lead !== null && lead.erasure === undefined)) return [];
  const message = lead === null ? "must be a lead of the firm" : "must be a lead whose data were not erased";
  return [{ field: "lead_id", message }];
};
