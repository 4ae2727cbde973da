import { AppError, invalidRequest } from "../../contract/app-error.ts";
import { type Appointment, isBookable, slotOf } from "../../domain/consultations/consultation.ts";
import { attorneyViolations } from "../../domain/consultations/consultation-changes.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import {
  attorneyRules,
  NO_BOOKING_RULES,
  startRuleViolation,
} from "../../domain/scheduling/booking-rules.ts";
import type { AttorneyCalendar, SlotProblem } from "../../domain/scheduling/slots.ts";
import type { SlotPreconditions } from "../../storage/consultations/consultation-store.ts";
import { readRecord, readRecords, uncached } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import {
  type AttorneyDay,
  busyOn,
  dayRecord,
  readDays,
} from "../../storage/scheduling/attorney-day-store.ts";
import { relevantDates, rememberRules, type SchedulingContext } from "./scheduling-context.ts";
import { schedulingRules } from "./scheduling-rules.ts";

/**
 * Tries of a write that takes a slot. All bookings of an attorney's day compete for one item: of 50 concurrent
 * bookings, at 60 ms a call, one was seen to need 15 tries.
 */
export const SCHEDULING_TRIES = 24;

/** A slot that is to be taken under an id. */
type SlotRequest = Omit<Appointment, "timeZone"> & { readonly id: string };

type CheckOptions = {
  readonly context: SchedulingContext;
  readonly nowMilliseconds: number;
  readonly ignoresBookingRules?: boolean;
};

/**
 * Checks a slot that is to be taken. The slot that it replaces, held under the same id, does not block it.
 * @returns the records that the write requires unchanged
 * @throws AppError `invalid_request`, or a slot error with alternatives
 */
export const checkAppointment = async (
  table: Table,
  firm: FirmId,
  request: SlotRequest,
  { context, nowMilliseconds, ignoresBookingRules = false }: CheckOptions,
): Promise<SlotPreconditions> => {
  const { attorney } = context;
  if (!isBookable(attorney)) throw invalidRequest(attorneyViolations(request.attorneyId, attorney));
  const { holidays, bookingRules } = await currentSettings(table, firm, context);
  const rules = attorneyRules(bookingRules, attorney.bookingRules);
  rememberRules(attorney.id, { ...attorney, rules });
  const appliedRules = ignoresBookingRules ? NO_BOOKING_RULES : rules;
  const dates = await relevantDates(request, { ...attorney, rules: appliedRules });
  const days = await completeDays(table, firm, context.days, { attorneyId: attorney.id, dates });
  const calendar: AttorneyCalendar = {
    ...attorney,
    holidays,
    rules: appliedRules,
    busy: busyOn(days, request.id),
    nowMilliseconds,
  };
  const { checkSlot } = await schedulingRules();
  const problem = checkSlot(slotOf(request), calendar);
  if (problem !== null) throw await rejection(table, firm, request, { calendar, problem });
  return { attorney, days };
};

/**
 * The firm's settings, of the version that the attorney requires or a later one. A batch read is not a snapshot, so
 * older settings are read again.
 */
const currentSettings = async (table: Table, firm: FirmId, { settings, attorney }: SchedulingContext) =>
  settings !== null && settings.version >= (attorney?.minSettingsVersion ?? 0)
    ? settings
    : readRecord(table, uncached(settingsRecord(firm)));

type WantedDays = { readonly attorneyId: string; readonly dates: readonly string[] };

/** Exactly the wanted days: as they were read before, or read now. */
const completeDays = async (
  table: Table,
  firm: FirmId,
  known: readonly AttorneyDay[],
  { attorneyId, dates }: WantedDays,
): Promise<AttorneyDay[]> => {
  const wanted = known.filter((day) => day.attorneyId === attorneyId && dates.includes(day.date));
  const missing = dates.filter((date) => !wanted.some((day) => day.date === date));
  const { days } = await readRecords(table, {
    days: missing.map((date) => dayRecord(firm, attorneyId, date)),
  });
  return [...wanted, ...days];
};

type Rejected = { readonly calendar: AttorneyCalendar; readonly problem: SlotProblem };

/** The error of a rejected slot, with starts at which it would be accepted. */
const rejection = async (
  table: Table,
  firm: FirmId,
  request: SlotRequest,
  { calendar, problem }: Rejected,
): Promise<AppError> => {
  const { alternativeStarts, nextAvailable, relevantRange } = await schedulingRules();
  const { id, attorneyId, durationMinutes } = request;
  const wantedStart = slotOf(request).start;
  const range = relevantRange(calendar, alternativeStarts(calendar, wantedStart), durationMinutes);
  const busy = busyOn(await readDays(table, firm, attorneyId, range), id);
  const starts = nextAvailable({ calendar: { ...calendar, busy }, wantedStart, durationMinutes });
  return new AppError(problem, PROBLEM_MESSAGES[problem], {
    ...(problem === "booking_not_allowed" && { details: await ruleViolations(calendar, wantedStart) }),
    nextAvailable: starts.map((start) => new Date(start).toISOString()),
  });
};

const ruleViolations = async (calendar: AttorneyCalendar, start: number) => {
  const { brokenStartRules } = await import("../../domain/scheduling/start-rules.ts");
  return brokenStartRules(calendar, start).map((rule) => startRuleViolation(rule, calendar.rules));
};

const PROBLEM_MESSAGES: Record<SlotProblem, string> = {
  outside_office_hours: "The slot is not within the attorney's office hours.",
  attorney_unavailable: "The slot touches time off of the attorney or a holiday of the firm.",
  booking_not_allowed: "The slot is against the booking rules of the firm or the attorney.",
  slot_unavailable: "The slot overlaps another consultation of the attorney, or is too close to one.",
};
