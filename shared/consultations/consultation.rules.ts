import { millisecondsInMinute } from "date-fns/constants";
import { notFound, requireFound } from "../api/app-error.ts";
import type { EventType } from "../events/event-types.contract.ts";
import type { CustomData } from "../firm/custom-data.rules.ts";
import type { Erasure } from "../leads/erasure.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { Interval } from "../scheduling/intervals.rules.ts";
import type { ConsultationResource } from "./consultation.contract.ts";
import {
  CONSULTATION_STATUSES,
  type ConsultationStatus,
  type ConsultationTransition,
  isFinal,
} from "./consultation-status.rules.ts";

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

export const isSameAppointment = (one: Appointment, other: Appointment): boolean =>
  APPOINTMENT_FIELDS.every((name) => one[name] === other[name]);

/** What a transition sets in addition to the status. */
export type TransitionChanges = Partial<Appointment & Pick<Consultation, "outcome" | "data">>;

/** The consultation after an allowed transition. */
export const applyTransition = (
  consultation: Consultation,
  { to }: ConsultationTransition,
  changes: TransitionChanges = {},
): Consultation => ({
  ...consultation,
  ...changes,
  ...(consultation.erasure && ERASED_CONSULTATION_FIELDS),
  status: to,
  revision: consultation.revision + 1,
});

export const slotOf = ({
  startAt,
  durationMinutes,
}: Pick<Appointment, "startAt" | "durationMinutes">): Interval => {
  const start = Date.parse(startAt);
  return { start, end: start + durationMinutes * millisecondsInMinute };
};

/** The event of one stored change: that of the booking or transition which it is, if any. */
export const consultationEventType = (before: Consultation | null, after: Consultation): EventType => {
  const isTransition = before?.status !== after.status || !isSameAppointment(before, after);
  if (isTransition) return CONSULTATION_STATUSES[after.status].event;
  return after.archived && !before.archived ? "consultation.archived" : "consultation.updated";
};

/**
 * The consultation, if it exists and is not final.
 * @throws AppError `not_found`
 */
export const requireOpenConsultation = (consultation: Consultation | null): Consultation => {
  const existing = requireFound("consultation", consultation);
  if (isFinal(existing.status)) throw notFound(`consultation, or it is ${existing.status} already`);
  return existing;
};

/** Whether consultations can be booked with a member. */
export const isBookable = (member: Member | null): member is Member =>
  member?.active === true && member.schedulable;

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
