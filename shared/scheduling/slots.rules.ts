import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { SLOT_ERRORS } from "../consultations/consultation.contract.ts";
import type { BookingRules } from "./booking-rules.rules.ts";
import { contains, type Interval, intersect, overlaps, subtract } from "./intervals.rules.ts";
import { brokenStartRules, forbiddenStarts, localDaysAround } from "./start-rules.rules.ts";
import {
  type DateRange,
  type OfficeHoursWindow,
  officeHoursParts,
  officeHoursWithin,
  type TimeOff,
  timeOffWithin,
} from "./working-time.rules.ts";

/** What determines an attorney's free slots. `busy` holds the slots in `relevantRange`, each once. */
export type AttorneyCalendar = {
  readonly timeZone: string;
  readonly officeHours: readonly OfficeHoursWindow[];
  readonly timeOff: readonly TimeOff[];
  readonly holidays: readonly DateRange[];
  readonly rules: BookingRules;
  readonly busy: readonly Interval[];
  /** When the slot is asked for: notice and advance are counted from it. */
  readonly nowMilliseconds: number;
};

export type SlotProblem = (typeof SLOT_ERRORS)[number];

export type FreeStartsQuery = {
  readonly calendar: AttorneyCalendar;
  /** Where a start may lie. */
  readonly range: Interval;
  readonly durationMinutes: number;
  readonly stepMinutes: number;
};

export type NextAvailableQuery = Omit<FreeStartsQuery, "stepMinutes">;

const NEXT_AVAILABLE = { limit: 3, horizonDays: 14, stepMinutes: 15 } as const;

/** The first reason, in the contract's order, why the slot cannot be booked; null if it can. */
export function checkSlot(slot: Interval, calendar: AttorneyCalendar): SlotProblem | null {
  const open = officeHoursWithin(calendar.officeHours, calendar.timeZone, slot);
  if (!open.some((hours) => contains(hours, slot))) return "outside_office_hours";
  if (awayWithin(calendar, slot).length > 0) return "attorney_unavailable";
  if (brokenStartRules(calendar, slot.start).length > 0) return "booking_not_allowed";
  if (busyWithBuffers(calendar).some((taken) => overlaps(taken, slot))) return "slot_unavailable";
  return null;
}

/**
 * Every start on the grid, in [range.start, range.end) and not in the past, that `checkSlot` accepts, in order.
 *
 * The grid is each office-hours window's start and every step after it, on the wall clock: 09:00–17:00 by 30
 * gives 09:00, 09:30 …; 09:10–12:00 by 15 gives 09:10, 09:25 …. It does not depend on bookings, so starts
 * never shift as a day fills up. 10:00 stays 10:00 after a zone change; a repeated hour is on it twice.
 */
export function freeStarts({ calendar, range, durationMinutes, stepMinutes }: FreeStartsQuery): number[] {
  const start = Math.max(range.start, calendar.nowMilliseconds);
  if (start >= range.end) return [];
  const possible = possibleStarts(calendar, { start, end: range.end }, durationMinutes);
  return sortedUnique(startsOnGrid(calendar, possible, stepMinutes));
}

/**
 * Up to three starts in the range of `alternativeStarts` at which the duration can be booked.
 *
 * Each is on the 15-minute grid or begins a free interval, so that a gap between unaligned bookings is offered too. An
 * interval that has begun by the time the range starts is offered on the grid only.
 */
export function nextAvailable({ range, durationMinutes, ...query }: NextAvailableQuery): number[] {
  // The range leaves the notice. The rule would begin a free interval at the earliest start, which time soon forbids.
  const rules = { ...query.calendar.rules, minNoticeMinutes: null };
  const calendar = { ...query.calendar, rules };
  const possible = possibleStarts(calendar, range, durationMinutes);
  const starts = [
    ...startsOnGrid(calendar, possible, NEXT_AVAILABLE.stepMinutes),
    ...possible.map(({ start }) => start),
  ];
  return firstStarts(starts.filter((start) => start > range.start));
}

/** As many of the starts, the earliest first, as a refusal names. */
export function firstStarts(starts: readonly number[]): number[] {
  return sortedUnique(starts).slice(0, NEXT_AVAILABLE.limit);
}

/**
 * Where to search for alternatives to a wanted start: in the 14 days after it, and never in the past or with less
 * notice than required. Begins 1 ms early: a free interval that is cut off at the range's start must not seem to begin
 * within it.
 */
export function alternativeStarts(
  { rules, nowMilliseconds }: Pick<AttorneyCalendar, "rules" | "nowMilliseconds">,
  wantedStart: number,
): Interval {
  const noticeMilliseconds = (rules.minNoticeMinutes ?? 0) * millisecondsInMinute;
  const earliest = Math.max(wantedStart + 1, nowMilliseconds + noticeMilliseconds);
  return { start: earliest - 1, end: earliest + NEXT_AVAILABLE.horizonDays * millisecondsInDay };
}

/** The instants of `range` at which a slot of this length could start, on the grid or not. */
function possibleStarts(calendar: AttorneyCalendar, range: Interval, durationMinutes: number): Interval[] {
  const durationMilliseconds = durationMinutes * millisecondsInMinute;
  const free = freeWithin(calendar, { start: range.start, end: range.end + durationMilliseconds });
  // A slot may end exactly where the free interval does; ends are exclusive, hence + 1.
  const starts = free.map(({ start, end }) => ({ start, end: end - durationMilliseconds + 1 }));
  return subtract(intersect(starts, [range]), forbiddenStarts(calendar, range));
}

function freeWithin(calendar: AttorneyCalendar, range: Interval): Interval[] {
  const open = officeHoursWithin(calendar.officeHours, calendar.timeZone, range);
  return subtract(open, [...awayWithin(calendar, range), ...busyWithBuffers(calendar)]);
}

function busyWithBuffers({ busy, rules: { bufferMinutes } }: AttorneyCalendar): Interval[] {
  const bufferMilliseconds = (bufferMinutes ?? 0) * millisecondsInMinute;
  return busy.map(({ start, end }) => ({ start: start - bufferMilliseconds, end: end + bufferMilliseconds }));
}

/**
 * Where other slots matter to slots that start in `starts`: everything from one buffer before the first to one buffer
 * after the last, and the whole local days of the starts when their slots are counted.
 */
export function relevantRange(
  { rules, timeZone }: Pick<AttorneyCalendar, "rules" | "timeZone">,
  starts: Interval,
  durationMinutes: number,
): Interval {
  const bufferMilliseconds = (rules.bufferMinutes ?? 0) * millisecondsInMinute;
  const lastEnd = starts.end - 1 + durationMinutes * millisecondsInMinute;
  const days = rules.maxPerDay === null ? starts : localDaysAround(timeZone, starts);
  return {
    start: Math.min(starts.start - bufferMilliseconds, days.start),
    end: Math.max(lastEnd + bufferMilliseconds, days.end),
  };
}

function awayWithin({ timeOff, holidays, timeZone }: AttorneyCalendar, range: Interval): Interval[] {
  return timeOffWithin([...timeOff, ...holidays], timeZone, range);
}

function startsOnGrid(
  calendar: AttorneyCalendar,
  possible: readonly Interval[],
  stepMinutes: number,
): number[] {
  const [first, last] = [possible.at(0), possible.at(-1)];
  if (!first || !last) return [];
  const parts = officeHoursParts(calendar.officeHours, calendar.timeZone, {
    start: first.start,
    end: last.end,
  });
  return parts.flatMap((part) =>
    intersect([part], possible).flatMap((interval) => steps(interval, part.opensAt, stepMinutes)),
  );
}

/** The instants of an interval that are a whole number of steps from the origin. */
function steps({ start, end }: Interval, origin: number, stepMinutes: number): number[] {
  const stepMilliseconds = stepMinutes * millisecondsInMinute;
  const first = origin + Math.ceil((start - origin) / stepMilliseconds) * stepMilliseconds;
  const count = Math.max(0, Math.ceil((end - first) / stepMilliseconds));
  return Array.from({ length: count }, (_, index) => first + index * stepMilliseconds);
}

function sortedUnique(instants: readonly number[]): number[] {
  return [...new Set(instants)].toSorted((a, b) => a - b);
}
