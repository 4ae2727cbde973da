import { millisecondsInDay } from "date-fns/constants";
import { AppError, invalidRequest } from "../../contract/app-error.ts";
import { appointmentInput } from "../../contract/consultations.ts";
import {
  type Appointment,
  type Consultation,
  isBookable,
  slotOf,
} from "../../domain/consultations/consultation.ts";
import { attorneyViolations } from "../../domain/consultations/consultation-changes.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Interval } from "../../domain/scheduling/intervals.ts";
import type { SlotProblem } from "../../domain/scheduling/slots.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import type { SlotPreconditions } from "../../storage/consultations/consultation-store.ts";
import { NO_RECORD, type RecordRef, readRecord, uncached } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { memberRecordFromBody } from "../../storage/members/member-store.ts";
import {
  type AttorneyDay,
  busyOn,
  dayRecord,
  readDays,
} from "../../storage/scheduling/attorney-day-store.ts";
import { schedulingRules } from "./scheduling-rules.ts";

/** Everything that the check of an appointment needs; null for a record that was not read or does not exist. */
export type SchedulingContext = {
  readonly settings: FirmSettings | null;
  readonly attorney: Member | null;
  readonly firstDay: AttorneyDay | null;
  readonly lastDay: AttorneyDay | null;
};

type SchedulingReads = { [Name in keyof SchedulingContext]: RecordRef<SchedulingContext[Name]> };

/** The records to read for an appointment. */
export const schedulingReads = (
  firm: FirmId,
  appointment: Omit<Appointment, "timeZone">,
): SchedulingReads => {
  const { attorneyId } = appointment;
  const [first = "", last = first] = utcDates(slotOf(appointment));
  return {
    settings: uncached(settingsRecord(firm)),
    attorney: memberRecordFromBody(firm, attorneyId),
    firstDay: dayRecord(firm, attorneyId, first),
    lastDay: dayRecord(firm, attorneyId, last),
  };
};

/** The same for the appointment in an unvalidated body, so that one read serves the whole request. */
export const schedulingReadsFromBody = (
  firm: FirmId,
  json: Readonly<Record<string, unknown>>,
): SchedulingReads => {
  const { data: input } = appointmentInput().safeParse(json);
  if (input === undefined) {
    const attorney = memberRecordFromBody(firm, json.attorney_id);
    return { settings: NO_RECORD, attorney, firstDay: NO_RECORD, lastDay: NO_RECORD };
  }
  return schedulingReads(firm, {
    attorneyId: input.attorney_id,
    startAt: input.start_at,
    durationMinutes: input.duration_min,
  });
};

/** Whether the context holds the attorney and every day of the appointment. */
export const coversAppointment = (
  { attorney, firstDay, lastDay }: SchedulingContext,
  appointment: Appointment,
): boolean => {
  const dates = [firstDay?.date, lastDay?.date];
  const hasDate = (date: string) => dates.includes(date);
  return attorney?.id === appointment.attorneyId && utcDates(slotOf(appointment)).every(hasDate);
};

/**
 * Tries of a write that takes a slot. All bookings of an attorney's day compete for one item: of 50 concurrent
 * bookings, at 60 ms a call, one was seen to need 15 tries.
 */
export const SCHEDULING_TRIES = 24;

/**
 * Checks a new or rescheduled consultation against a context that covers it. Its own current slot does not block it.
 * @returns the records that the write requires unchanged
 * @throws AppError `invalid_request`, `outside_office_hours`, `attorney_unavailable` or `slot_unavailable`
 */
export const checkAppointment = async (
  table: Table,
  firm: FirmId,
  consultation: Consultation,
  { context, nowMilliseconds }: { context: SchedulingContext; nowMilliseconds: number },
): Promise<SlotPreconditions> => {
  const { attorney, firstDay, lastDay } = context;
  if (!isBookable(attorney)) throw invalidRequest(attorneyViolations(consultation.attorneyId, attorney));
  const days = [firstDay, lastDay].filter((day) => day !== null);
  const rules = { ...attorney, holidays: await currentHolidays(table, firm, context) };
  const { checkSlot, nextAvailable, NEXT_AVAILABLE } = await schedulingRules();
  const problem = checkSlot(slotOf(consultation), { ...rules, busy: busyOn(days, consultation.id) });
  if (problem === null) return { attorney, days };
  const { startAt, durationMinutes } = consultation;
  const earliest = Math.max(Date.parse(startAt), nowMilliseconds);
  const range = searchRange(earliest, NEXT_AVAILABLE.horizonDays);
  const busy = busyOn(await readDays(table, firm, attorney.id, range), consultation.id);
  const starts = nextAvailable({
    calendar: { ...rules, busy },
    wantedStart: Date.parse(startAt),
    durationMinutes,
    notBefore: nowMilliseconds,
  });
  throw new AppError(problem, PROBLEM_MESSAGES[problem], {
    nextAvailable: starts.map((start) => new Date(start).toISOString()),
  });
};

/**
 * The firm's holidays, of the settings version that the attorney requires or a later one. A batch read is not a
 * snapshot, so older settings are read again.
 */
const currentHolidays = async (table: Table, firm: FirmId, { settings, attorney }: SchedulingContext) => {
  if (settings !== null && settings.version >= (attorney?.minSettingsVersion ?? 0)) return settings.holidays;
  const current = await readRecord(table, uncached(settingsRecord(firm)));
  return current.holidays;
};

/** The range in which alternatives may lie, from one millisecond earlier; the last one may itself last a day. */
const searchRange = (earliest: number, horizonDays: number): Interval => ({
  start: earliest - 1,
  end: earliest + (horizonDays + 2) * millisecondsInDay,
});

const PROBLEM_MESSAGES: Record<SlotProblem, string> = {
  outside_office_hours: "The slot is not within the attorney's office hours.",
  attorney_unavailable: "The slot touches time off of the attorney or a holiday of the firm.",
  slot_unavailable: "The slot overlaps another consultation of the attorney.",
};
