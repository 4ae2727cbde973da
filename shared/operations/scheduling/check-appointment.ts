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
import { NO_RECORD, type RecordRef, readRecords, uncached } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { namedMemberRecord } from "../../storage/members/member-store.ts";
import {
  type AttorneyDay,
  busyOn,
  dayRecord,
  readDays,
} from "../../storage/scheduling/attorney-day-store.ts";
import { schedulingRules } from "./scheduling-rules.ts";

/** Everything that an appointment is judged by; null is what was not read, or is not there. */
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
    attorney: namedMemberRecord(firm, attorneyId),
    firstDay: dayRecord(firm, attorneyId, first),
    lastDay: dayRecord(firm, attorneyId, last),
  };
};

/** The same for the appointment that a body names, as far as it does, so that one read may do. */
export const schedulingReadsFromBody = (
  firm: FirmId,
  json: Readonly<Record<string, unknown>>,
): SchedulingReads => {
  const { data: named } = appointmentInput().safeParse(json);
  if (named === undefined) {
    const attorney = namedMemberRecord(firm, json.attorney_id);
    return { settings: NO_RECORD, attorney, firstDay: NO_RECORD, lastDay: NO_RECORD };
  }
  return schedulingReads(firm, {
    attorneyId: named.attorney_id,
    startAt: named.start_at,
    durationMinutes: named.duration_min,
  });
};

/** Whether these circumstances are all that the appointment is judged by. */
export const coversAppointment = (
  { attorney, firstDay, lastDay }: SchedulingContext,
  appointment: Appointment,
): boolean => {
  const known = [firstDay?.date, lastDay?.date];
  const isKnown = (date: string) => known.includes(date);
  return attorney?.id === appointment.attorneyId && utcDates(slotOf(appointment)).every(isKnown);
};

/**
 * Judges a consultation as it would be, by circumstances that suffice; its own slot as it is now is not in its way.
 * @returns what must still be so when the slot is taken
 * @throws AppError `invalid_request`, `outside_office_hours`, `attorney_unavailable` or `slot_unavailable`
 */
export const checkAppointment = async (
  table: Table,
  firm: FirmId,
  wanted: Consultation,
  { schedulingContext, nowMilliseconds }: { schedulingContext: SchedulingContext; nowMilliseconds: number },
): Promise<SlotPreconditions> => {
  const { attorney, firstDay, lastDay } = schedulingContext;
  if (!isBookable(attorney)) throw invalidRequest(attorneyViolations(wanted.attorneyId, attorney));
  const days = [firstDay, lastDay].filter((day) => day !== null);
  const hours = { ...attorney, holidays: await holidaysFor(table, firm, schedulingContext) };
  const { checkSlot, nextAvailable, NEXT_AVAILABLE } = await schedulingRules();
  const problem = checkSlot(slotOf(wanted), { ...hours, busy: busyOn(days, wanted.id) });
  if (problem === null) return { attorney, days };
  const { startAt, durationMinutes } = wanted;
  const earliest = Math.max(Date.parse(startAt), nowMilliseconds);
  const range = searchedFrom(earliest, NEXT_AVAILABLE.horizonDays);
  const busy = busyOn(await readDays(table, firm, attorney.id, range), wanted.id);
  const starts = nextAvailable({
    calendar: { ...hours, busy },
    wantedStart: Date.parse(startAt),
    durationMinutes,
    notBefore: nowMilliseconds,
  });
  throw new AppError(problem, PROBLEM_MESSAGES[problem], {
    nextAvailable: starts.map((start) => new Date(start).toISOString()),
  });
};

/**
 * The firm's holidays, no older than the attorney's calendar asks for. What was read together is no snapshot: where the
 * settings were read before a change and the attorney after it, a second look sees the change.
 */
const holidaysFor = async (table: Table, firm: FirmId, { settings, attorney }: SchedulingContext) => {
  if (settings !== null && settings.version >= (attorney?.minSettingsVersion ?? 0)) return settings.holidays;
  const { again } = await readRecords(table, { again: uncached(settingsRecord(firm)) });
  return again.holidays;
};

/** Where alternatives may lie, and an instant before; the last of them may be a day long. */
const searchedFrom = (earliest: number, horizonDays: number): Interval => ({
  start: earliest - 1,
  end: earliest + (horizonDays + 2) * millisecondsInDay,
});

const PROBLEM_MESSAGES: Record<SlotProblem, string> = {
  outside_office_hours: "The slot is not within the attorney's office hours.",
  attorney_unavailable: "The attorney has time off, or the firm a holiday, on a day that the slot touches.",
  slot_unavailable: "The slot overlaps another consultation of the attorney.",
};
