import { millisecondsInMinute } from "date-fns/constants";
import type { Member } from "../members/member.ts";
import type { Interval } from "../scheduling/intervals.ts";
import {
  CONSULTATION_STATUSES,
  type ConsultationStatus,
  type ConsultationTransition,
} from "./consultation-status.ts";

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
  /** IANA zone name; for display only, office hours are read on the attorney's own clock. */
  readonly timeZone: string;
  readonly paid: boolean;
  /** In the firm's currency. */
  readonly amount: number | null;
  readonly outcome: string | null;
  /** Counts the stored states of the consultation from 1; events carry it as `sequence`. */
  readonly revision: number;
};

/** When, for how long and with whom: what a reschedule may change. */
export type Appointment = Pick<Consultation, "attorneyId" | "startAt" | "durationMinutes" | "timeZone">;

/** What of a consultation a move sets beside its status. */
export type TransitionChanges = Partial<Appointment> & { readonly outcome?: string | null };

/** The consultation after an allowed move. */
export const applyTransition = (
  consultation: Consultation,
  { to }: ConsultationTransition,
  changes: TransitionChanges = {},
): Consultation => ({ ...consultation, ...changes, status: to, revision: consultation.revision + 1 });

export const slotOf = ({
  startAt,
  durationMinutes,
}: Pick<Appointment, "startAt" | "durationMinutes">): Interval => {
  const start = Date.parse(startAt);
  return { start, end: start + durationMinutes * millisecondsInMinute };
};

/** The event that a stored state of a consultation emits: each is the outcome of one booking or move. */
export const consultationEventType = ({ status }: Consultation) => CONSULTATION_STATUSES[status].event;

/** Whether consultations can be booked with a member. */
export const isBookable = (member: Member | null): member is Member =>
  member?.active === true && member.schedulable;
