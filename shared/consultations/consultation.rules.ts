import type { Erasure } from "../api/change.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomData } from "../settings/custom-data.rules.ts";
import type {
  CONSULTATION_STATUS_NAMES,
  ConsultationChanges,
  ConsultationResource,
} from "./consultation.contract.ts";
import { type ConsultationEventType, REMINDER_DUE } from "./consultation-events.contract.ts";
import { reminderCome } from "./reminder.rules.ts";

export type ConsultationStatus = (typeof CONSULTATION_STATUS_NAMES)[number];

type StatusTraits = {
  readonly isOpen: boolean;
  readonly keepsSlot: boolean;
  readonly event: ConsultationEventType;
};

/**
 * For each status: whether a consultation can leave it, which it then does to any other; whether it keeps the slot
 * reserved; and the event that reaching it emits.
 */
export const CONSULTATION_STATUSES: Readonly<Record<ConsultationStatus, StatusTraits>> = {
  scheduled: { isOpen: true, keepsSlot: true, event: "consultation.booked" },
  rescheduled: { isOpen: true, keepsSlot: true, event: "consultation.rescheduled" },
  canceled: { isOpen: false, keepsSlot: false, event: "consultation.canceled" },
  completed: { isOpen: false, keepsSlot: true, event: "consultation.completed" },
  "no-show": { isOpen: false, keepsSlot: false, event: "consultation.no_show" },
};

export type Consultation = {
  /** UUIDv7; its time part is the consultation's creation. */
  readonly id: string;
  readonly leadId: string;
  readonly attorneyId: string;
  /** Free text: the kind of consultation. */
  readonly type: string;
  readonly status: ConsultationStatus;
  /** ISO-8601 UTC instant with milliseconds. */
  readonly startAt: string;
  readonly durationMinutes: number;
  /** IANA zone name, for display only: office hours follow the attorney's zone. */
  readonly timeZone: string;
  readonly paid: boolean;
  /** In the firm's currency. */
  readonly amount: number | null;
  readonly outcome: string | null;
  readonly archived: boolean;
  /** Values of the firm's consultation fields. */
  readonly data: CustomData;
  /** Minutes before the start of the reminders still to come, the next one first; absent when none is. */
  readonly reminderMinutes?: readonly number[] | undefined;
  /** How often clients have moved it by links; absent for never. */
  readonly clientMoves?: number | undefined;
  /** Number of the stored state, from 1; events carry it as `sequence`. */
  readonly revision: number;
  /** Absent unless the operator erased the lead's personal data; then nothing writes any again. */
  readonly erasure?: Erasure | undefined;
};

/** What may hold personal data: texts of people, and the firm's own fields. */
export const ERASED_CONSULTATION_FIELDS = { type: "", outcome: null, data: {} } as const;

/** The fields that a reschedule can change. */
export type Appointment = Pick<Consultation, "attorneyId" | "startAt" | "durationMinutes" | "timeZone">;

const APPOINTMENT_FIELDS = ["attorneyId", "startAt", "durationMinutes", "timeZone"] as const;

const isSameAppointment = (one: Appointment, other: Appointment): boolean =>
  APPOINTMENT_FIELDS.every((name) => one[name] === other[name]);

const NO_REMINDERS = { reminderMinutes: undefined };

/** An open consultation after it has come to a status, with what that sets beside it. */
export const withStatus = (
  consultation: Consultation,
  status: Exclude<ConsultationStatus, "scheduled">,
  changes: Partial<Appointment & Pick<Consultation, "outcome" | "data">> = {},
): Consultation => ({
  ...consultation,
  ...changes,
  ...(consultation.erasure && ERASED_CONSULTATION_FIELDS),
  ...(!CONSULTATION_STATUSES[status].isOpen && NO_REMINDERS),
  status,
  revision: consultation.revision + 1,
});

/** The event of one stored change: that of the booking, transition or reminder which it is, if any. */
export const consultationEventType = (
  before: Consultation | null,
  after: Consultation,
): ConsultationEventType => {
  const isTransition = before?.status !== after.status || !isSameAppointment(before, after);
  if (isTransition) return CONSULTATION_STATUSES[after.status].event;
  if (reminderCome(before, after) !== undefined) return REMINDER_DUE;
  return after.archived && !before.archived ? "consultation.archived" : "consultation.updated";
};

/** A consultation as the API and its events show it. */
export const consultationResource = (consultation: Consultation): ConsultationResource => ({
  id: consultation.id,
  lead_id: consultation.leadId,
  attorney_id: consultation.attorneyId,
  type: consultation.type,
  status: consultation.status,
  start_at: consultation.startAt,
  duration_min: consultation.durationMinutes,
  time_zone: consultation.timeZone,
  paid: consultation.paid,
  amount: consultation.amount,
  outcome: consultation.outcome,
  archived: consultation.archived,
  created_at: createdAt(consultation.id),
  data: { ...consultation.data },
});

/** The appointment after a valid PATCH; null if the PATCH changes nothing. */
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

/** The schema rejects non-UUIDs. A merged lead is another error, which names the lead that remains. */
export const leadViolations = (leadId: unknown, lead: BookedLead | null): Violation[] => {
  const isMerged = lead?.mergedInto !== undefined;
  if (!isUuid(leadId) || isMerged || (lead !== null && lead.erasure === undefined)) return [];
  const message = lead === null ? "must be a lead of the firm" : "must be a lead whose data were not erased";
  return [{ field: "lead_id", message }];
};
