import { isDeepStrictEqual } from "node:util";
import { AppError, invalidRequest } from "../api/app-error.ts";
import { type Appointment, isBookable, slotOf } from "../consultations/consultation.rules.ts";
import { attorneyViolations } from "../consultations/consultation-changes.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, readRecords, uncached } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import {
  type AttorneyDay,
  busyOn,
  dayRecord,
  hasMovedOn,
  obsoleteOn,
  readDays,
} from "./attorney-day.store.ts";
import { attorneyRules, NO_BOOKING_RULES, startRuleViolation } from "./booking-rules.rules.ts";
import type { HeldSlot } from "./day-slot.store.ts";
import { type Hold, holdViolations } from "./hold.rules.ts";
import { liveHold, type StoredHold } from "./hold-record.store.ts";
import { relevantDates, rememberRules, type SchedulingContext } from "./scheduling-context.ts";
import type { SlotPreconditions } from "./slot-preconditions.store.ts";
import { slotOfHold } from "./slot-writes.store.ts";
import {
  type AttorneyCalendar,
  alternativeStarts,
  checkSlot,
  nextAvailable,
  relevantRange,
  type SlotProblem,
} from "./slots.rules.ts";
import { brokenStartRules } from "./start-rules.rules.ts";

/** A slot that is to be taken. */
type SlotRequest = Omit<Appointment, "timeZone">;

type CheckOptions = {
  readonly context: SchedulingContext;
  readonly nowMilliseconds: number;
  readonly ignoresBookingRules?: boolean;
  /** The hold that the slot is to replace; one that has ended or expired counts as none. */
  readonly hold?: StoredHold | null;
  /** The slot that a consultation has and is to leave. */
  readonly current?: HeldSlot | null;
};

/**
 * Checks a slot that is to be taken. What it replaces does not block it: the current slot, and the hold.
 * @returns the records that the write requires unchanged, or `conflict` when they changed during the check
 * @throws AppError `invalid_request`, or a slot error with alternatives
 */
export const checkAppointment = async (
  table: Table,
  firm: FirmId,
  request: SlotRequest,
  {
    context,
    nowMilliseconds,
    ignoresBookingRules = false,
    hold: namedHold = null,
    current = null,
  }: CheckOptions,
): Promise<SlotPreconditions | "conflict"> => {
  const { attorney } = context;
  const hold = liveHold(namedHold, nowMilliseconds);
  if (hold) requireHeldSlot(hold, request);
  if (!isBookable(attorney)) throw invalidRequest(attorneyViolations(request.attorneyId, attorney));
  const { holidays, bookingRules } = await currentSettings(table, firm, context);
  const rules = attorneyRules(bookingRules, attorney.bookingRules);
  rememberRules(attorney.id, { ...attorney, rules });
  const appliedRules = ignoresBookingRules ? NO_BOOKING_RULES : rules;
  // A hold that has ended is replaced too: the days may have been read before it ended.
  const held = namedHold && slotOfHold(namedHold);
  const dates = relevantDates(request, { ...attorney, rules: appliedRules });
  const days = await completeDays(table, firm, context.days, { attorneyId: attorney.id, dates });
  const calendar: AttorneyCalendar = {
    ...attorney,
    holidays,
    rules: appliedRules,
    busy: busyOn(days, nowMilliseconds, [current, held]),
    nowMilliseconds,
  };
  const problem = checkSlot(slotOf(request), calendar);
  if (problem !== null) {
    if (await isOutdated(table, firm, { days, problem, current })) return "conflict";
    throw await rejection(table, firm, request, { calendar, problem, current });
  }
  return { attorney, days, hold, obsolete: obsoleteOn(days, nowMilliseconds, held) };
};

const requireHeldSlot = (hold: Hold, request: SlotRequest): void => {
  const violations = holdViolations(hold, request);
  if (violations.length > 0) throw invalidRequest(violations);
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

type Refusal = {
  readonly days: readonly AttorneyDay[];
  readonly problem: SlotProblem;
  readonly current: HeldSlot | null;
};

/** Whether a slot is refused for what may never have been so at one moment. */
const isOutdated = async (table: Table, firm: FirmId, { days, problem, current }: Refusal) =>
  hasMovedOn(days, current) || (problem === "booking_not_allowed" && (await hasChanged(table, firm, days)));

/**
 * Whether days that were read one after the other have changed since. If so, their slots may never have existed at one
 * moment, and must not be counted together.
 */
const hasChanged = async (table: Table, firm: FirmId, days: readonly AttorneyDay[]): Promise<boolean> => {
  if (days.length < 2) return false;
  const { again } = await readRecords(table, {
    again: days.map(({ attorneyId, date }) => dayRecord(firm, attorneyId, date)),
  });
  return !isDeepStrictEqual(days, again);
};

type Rejected = {
  readonly calendar: AttorneyCalendar;
  readonly problem: SlotProblem;
  readonly current: HeldSlot | null;
};

/** The error of a rejected slot, with starts that could be booked instead. The hold blocks them: it keeps its slot. */
const rejection = async (
  table: Table,
  firm: FirmId,
  request: SlotRequest,
  { calendar, problem, current }: Rejected,
): Promise<AppError> => {
  const { attorneyId, durationMinutes } = request;
  const wantedStart = slotOf(request).start;
  const range = alternativeStarts(calendar, wantedStart);
  const days = await readDays(table, firm, attorneyId, relevantRange(calendar, range, durationMinutes));
  const busy = busyOn(days, calendar.nowMilliseconds, [current]);
  const starts = nextAvailable({ calendar: { ...calendar, busy }, range, durationMinutes });
  return new AppError(problem, PROBLEM_MESSAGES[problem], {
    ...(problem === "booking_not_allowed" && { details: ruleViolations(calendar, wantedStart) }),
    nextAvailable: starts.map((start) => new Date(start).toISOString()),
  });
};

const ruleViolations = (calendar: AttorneyCalendar, start: number) =>
  brokenStartRules(calendar, start).map((rule) => startRuleViolation(rule, calendar.rules));

const PROBLEM_MESSAGES: Record<SlotProblem, string> = {
  outside_office_hours: "The slot is not within the attorney's office hours.",
  attorney_unavailable: "The slot touches time off of the attorney or a holiday of the firm.",
  booking_not_allowed: "The slot is against the booking rules of the firm or the attorney.",
  slot_unavailable: "The slot overlaps another consultation or hold of the attorney, or is too close to one.",
};
