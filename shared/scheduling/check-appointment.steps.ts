import { isDeepStrictEqual } from "node:util";
import { AppError, invalidRequest } from "../api/app-error.ts";
import { readMore, type Step } from "../api/operation.ts";
import { attorneyViolations, isBookable, slotOf } from "../consultations/consultation.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { Member } from "../members/member.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { uncached } from "../table/read-records.ts";
import {
  type AttorneyDay,
  busyOn,
  dayRecord,
  daysWithin,
  type HeldSlot,
  hasMovedOn,
  obsoleteOn,
} from "./attorney-day.store.ts";
import { attorneyRules, NO_BOOKING_RULES, startRuleViolation } from "./booking-rules.rules.ts";
import { type Hold, holdViolations } from "./hold.rules.ts";
import { liveHold, type StoredHold } from "./hold.store.ts";
import { relevantDates, type SchedulingContext, type SlotRequest } from "./scheduling-context.store.ts";
import { type SlotPreconditions, slotOfHold } from "./slot-writes.store.ts";
import {
  type AttorneyCalendar,
  alternativeStarts,
  checkSlot,
  nextAvailable,
  relevantRange,
  type SlotProblem,
} from "./slots.rules.ts";
import { brokenStartRules } from "./start-rules.rules.ts";

/** A slot that is to be taken, and what its check starts from. */
export type AppointmentCheck = {
  readonly firmId: FirmId;
  readonly slot: SlotRequest;
  readonly context: SchedulingContext;
  readonly nowMilliseconds: number;
  readonly ignoresBookingRules?: boolean;
  /** The hold that the slot is to replace; one that has ended or expired counts as none. */
  readonly hold?: StoredHold | null;
  /** The slot that a consultation has and is to leave. */
  readonly current?: HeldSlot | null;
};

/** Continues with what the write must require unchanged. */
type OnFree = (preconditions: SlotPreconditions) => Step;

/**
 * Checks a slot that is to be taken, and continues when it is free. What it replaces does not block it: the current slot,
 * and the hold.
 * @throws AppError `invalid_request`, or a slot error with alternatives
 */
export const checkAppointment = (check: AppointmentCheck, onFree: OnFree): Step => {
  const { firmId, slot, context, hold: namedHold = null, nowMilliseconds } = check;
  const hold = liveHold(namedHold, nowMilliseconds);
  const violations = hold ? holdViolations(hold, slot) : [];
  if (violations.length > 0) throw invalidRequest(violations);
  const { attorney, settings } = context;
  if (!isBookable(attorney)) throw invalidRequest(attorneyViolations(slot.attorneyId, attorney));
  const checkUnder = (current: FirmSettings) =>
    checkUnderRules(check, { attorney, settings: current, hold }, onFree);
  // A batch read is not a snapshot: settings older than the attorney requires are read again.
  return settings !== null && settings.version >= attorney.minSettingsVersion
    ? checkUnder(settings)
    : readMore({ current: uncached(settingsRecord(firmId)) }, ({ current }) => checkUnder(current));
};

type Rules = { readonly attorney: Member; readonly settings: FirmSettings; readonly hold: Hold | null };

/** Which days matter depends on the rules, so some of them may still have to be read. */
const checkUnderRules = (
  check: AppointmentCheck,
  { attorney, settings, hold }: Rules,
  onFree: OnFree,
): Step => {
  const { firmId, slot, context, hold: namedHold = null, current = null, nowMilliseconds } = check;
  const rules = check.ignoresBookingRules
    ? NO_BOOKING_RULES
    : attorneyRules(settings.bookingRules, attorney.bookingRules);
  const dates = relevantDates(slot, { ...attorney, rules });
  const known = context.days.filter((day) => day.attorneyId === attorney.id && dates.includes(day.date));
  const missing = dates.filter((date) => !known.some((day) => day.date === date));
  // A hold that has ended is replaced too: the days may have been read before it ended.
  const held = namedHold && slotOfHold(namedHold);
  const decideOn = (days: readonly AttorneyDay[]): Step => {
    const calendar: AttorneyCalendar = {
      ...attorney,
      holidays: settings.holidays,
      rules,
      busy: busyOn(days, nowMilliseconds, [current, held]),
      nowMilliseconds,
    };
    const problem = checkSlot(slotOf(slot), calendar);
    if (problem !== null) return refuse(check, { calendar, problem, days });
    return onFree({ attorney, days, hold, obsolete: obsoleteOn(days, nowMilliseconds, held) });
  };
  if (missing.length === 0) return decideOn(known);
  const refs = { days: missing.map((date) => dayRecord(firmId, attorney.id, date)) };
  return readMore(refs, ({ days }) => decideOn([...known, ...days]));
};

type Refusal = {
  readonly calendar: AttorneyCalendar;
  readonly problem: SlotProblem;
  readonly days: readonly AttorneyDay[];
};

/**
 * Refuses a slot, unless days that were read one after the other may have caused it: their slots may never have existed
 * at one moment, and must not be counted together.
 */
const refuse = (check: AppointmentCheck, refusal: Refusal): Step => {
  const { problem, days } = refusal;
  if (hasMovedOn(days, check.current ?? null)) return "conflict";
  if (problem !== "booking_not_allowed" || days.length < 2) return refuseWithAlternatives(check, refusal);
  const refs = { again: days.map(({ attorneyId, date }) => dayRecord(check.firmId, attorneyId, date)) };
  return readMore(refs, ({ again }) =>
    isDeepStrictEqual(days, again) ? refuseWithAlternatives(check, refusal) : "conflict",
  );
};

/** Throws the error of a refused slot, with starts that could be booked instead. The hold blocks them: it keeps its slot. */
const refuseWithAlternatives = (
  { firmId, slot, current = null }: AppointmentCheck,
  { calendar, problem }: Refusal,
): Step => {
  const { attorneyId, durationMinutes } = slot;
  const wantedStart = slotOf(slot).start;
  const range = alternativeStarts(calendar, wantedStart);
  const days = daysWithin(firmId, attorneyId, relevantRange(calendar, range, durationMinutes));
  return readMore({ days }, (read) => {
    const busy = busyOn(read.days, calendar.nowMilliseconds, [current]);
    const starts = nextAvailable({ calendar: { ...calendar, busy }, range, durationMinutes });
    throw new AppError(problem, PROBLEM_MESSAGES[problem], {
      ...(problem === "booking_not_allowed" && { details: ruleViolations(calendar, wantedStart) }),
      nextAvailable: starts.map((start) => new Date(start).toISOString()),
    });
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
