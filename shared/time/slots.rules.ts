import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { LIMITS } from "../schema/limits.ts";
import type { BookingRules } from "./booking-rules.rules.ts";
import { contains, type Interval, instantsWithin, intersect, overlaps, subtract } from "./intervals.rules.ts";
import type { SLOT_ERRORS } from "./slot.contract.ts";
import { forbiddenStarts, localDaysAround, violatedStartRules } from "./start-rules.rules.ts";
import {
  type DateRange,
  type OfficeHours,
  type OfficeHoursPart,
  officeHoursParts,
  officeHoursWithin,
  type TimeOff,
  timeOffWithin,
} from "./working-time.rules.ts";

/** A time that a calendar of the attorney shows as busy. */
export type BusyTime = Interval & { readonly calendar: string };

/** The data that determine an attorney's free slots. `taken` holds each slot in `relevantRange` once. */
export type AttorneyCalendar = OfficeHours & {
  readonly timeOff: readonly TimeOff[];
  readonly holidays: readonly DateRange[];
  readonly rules: BookingRules;
  readonly taken: readonly Interval[];
  readonly busyTimes: readonly BusyTime[];
  /** The instant of the request. Notice and advance are counted from it. */
  readonly nowMilliseconds: number;
};

/** The reason to refuse a slot: the error's code, or a busy time, whose code is `attorney_unavailable`. */
export type SlotProblem = (typeof SLOT_ERRORS)[number] | "busy_time";

export type FreeStartsQuery = {
  readonly calendar: AttorneyCalendar;
  /** The range of possible starts. */
  readonly range: Interval;
  readonly durationMinutes: number;
  readonly stepMinutes: number;
};

type NextAvailableQuery = Omit<FreeStartsQuery, "stepMinutes">;

/** A search that begins this much earlier sees the beginning of a free interval that is rounded up to its start. */
const BEGINNING_MILLISECONDS = millisecondsInMinute;

const NEXT_AVAILABLE = { limit: 3, horizonDays: 14 } as const;

/** Returns the first reason, in the contract's order, to refuse the slot; null if it can be booked. */
export function checkSlot(slot: Interval, calendar: AttorneyCalendar): SlotProblem | null {
  const open = officeHoursWithin(calendar, slot);
  if (!open.some((hours) => contains(hours, slot))) return "outside_office_hours";
  if (awayWithin(calendar, slot).length > 0) return "attorney_unavailable";
  if (calendar.busyTimes.some((each) => overlaps(each, slot))) return "busy_time";
  if (violatedStartRules(calendar, slot.start).length > 0) return "booking_not_allowed";
  if (takenWithBuffers(calendar).some((each) => overlaps(each, slot))) return "slot_unavailable";
  return null;
}

/**
 * Returns the starts in [range.start, range.end), in order and not in the past, that `checkSlot` accepts: those on the
 * grid, and the beginnings of free intervals, rounded up to the minute, so that a gap between two slots is offered whole.
 * An interval begins only where closed hours, time off, a busy time or a slot with its buffer ends. Where the range, the
 * present or a rule about starts cuts it, only the grid counts. So two ranges list the same starts where they overlap.
 *
 * The grid is each office-hours window's start and every step after it, on the wall clock: 09:00–17:00 by 30 gives
 * 09:00, 09:30 …; 09:10–12:00 by 15 gives 09:10, 09:25 …. It does not depend on bookings, so starts never shift as a
 * day fills up. 10:00 stays 10:00 after a zone change; a repeated hour is on it twice.
 */
export function freeStarts({ calendar, range, durationMinutes, stepMinutes }: FreeStartsQuery): number[] {
  const start = Math.max(range.start, calendar.nowMilliseconds);
  if (start >= range.end) return [];
  const starts = { start, end: range.end };
  const durationMilliseconds = durationMinutes * millisecondsInMinute;
  const seen = { start: start - BEGINNING_MILLISECONDS, end: range.end + durationMilliseconds };
  const open = officeHoursParts(calendar, seen);
  const closed = [...awayWithin(calendar, seen), ...calendar.busyTimes, ...takenWithBuffers(calendar)];
  const free = subtract(open, closed);
  // A slot may end exactly where the free interval does. Ends are exclusive, hence + 1.
  const fitting = free.map((each) => ({ start: each.start, end: each.end - durationMilliseconds + 1 }));
  const allowed = subtract(intersect(fitting, [starts]), forbiddenStarts(calendar, starts));
  const beginnings = free.map((each) => Math.ceil(each.start / millisecondsInMinute) * millisecondsInMinute);
  const offered = [...beginnings, ...open.flatMap((part) => steps(part, stepMinutes))];
  return instantsWithin(sortedUnique(offered), allowed);
}

/** Returns the first free starts in the range of `alternativeStarts`, by the default step. */
export function nextAvailable(query: NextAvailableQuery): number[] {
  return firstStarts(freeStarts({ ...query, stepMinutes: LIMITS.stepMinutesDefault }));
}

/** Returns the earliest starts, as many as a refusal names. */
export function firstStarts(starts: readonly number[]): number[] {
  return sortedUnique(starts).slice(0, NEXT_AVAILABLE.limit);
}

/**
 * Returns the range for alternatives to a wanted start: the 14 days after it, never in the past or with less notice
 * than required.
 */
export function alternativeStarts(
  { rules, nowMilliseconds }: Pick<AttorneyCalendar, "rules" | "nowMilliseconds">,
  wantedStart: number,
): Interval {
  const noticeMilliseconds = (rules.minNoticeMinutes ?? 0) * millisecondsInMinute;
  const start = Math.max(wantedStart + 1, nowMilliseconds + noticeMilliseconds);
  return { start, end: start + NEXT_AVAILABLE.horizonDays * millisecondsInDay };
}

function takenWithBuffers({ taken, rules: { bufferMinutes } }: AttorneyCalendar): Interval[] {
  const bufferMilliseconds = (bufferMinutes ?? 0) * millisecondsInMinute;
  return taken.map(({ start, end }) => ({
    start: start - bufferMilliseconds,
    end: end + bufferMilliseconds,
  }));
}

/** A calendar that shows a slot as busy may show its start and end earlier or later, by less than this. */
export const ECHO_MILLISECONDS = millisecondsInMinute;

/** Returns the range whose slots decide which busy times in a range count: one may be the echo of a slot beside it. */
export const withEchoes = ({ start, end }: Interval): Interval => ({
  start: start - ECHO_MILLISECONDS,
  end: end + ECHO_MILLISECONDS,
});

/**
 * Returns the range whose slots matter to slots that start in `starts`: from one buffer before the first to one buffer
 * after the last, and from one echo to another. Includes the whole local days of the starts when their slots are counted.
 */
export function relevantRange(
  { rules, timeZone }: Pick<AttorneyCalendar, "rules" | "timeZone">,
  starts: Interval,
  durationMinutes: number,
): Interval {
  const bufferMilliseconds = (rules.bufferMinutes ?? 0) * millisecondsInMinute;
  const lastEnd = starts.end - 1 + durationMinutes * millisecondsInMinute;
  const days = rules.maxPerDay === null ? starts : localDaysAround(timeZone, starts);
  const echoes = withEchoes({ start: starts.start, end: lastEnd });
  return {
    start: Math.min(starts.start - bufferMilliseconds, echoes.start, days.start),
    end: Math.max(lastEnd + bufferMilliseconds, echoes.end, days.end),
  };
}

/**
 * Returns the same for the free starts of a range. A slot that ends, with its buffer, within the minute before the range's
 * start, or at it, shows a beginning.
 */
export function searchedRange(
  attorney: Pick<AttorneyCalendar, "rules" | "timeZone">,
  { start, end }: Interval,
  durationMinutes: number,
): Interval {
  return relevantRange(attorney, { start: start - BEGINNING_MILLISECONDS, end }, durationMinutes);
}

function awayWithin({ timeOff, holidays, timeZone }: AttorneyCalendar, range: Interval): Interval[] {
  return timeOffWithin([...timeOff, ...holidays], timeZone, range);
}

/** Returns the instants of a part that are a whole number of steps after its window opens. */
function steps({ start, end, opensAt }: OfficeHoursPart, stepMinutes: number): number[] {
  const stepMilliseconds = stepMinutes * millisecondsInMinute;
  const first = opensAt + Math.ceil((start - opensAt) / stepMilliseconds) * stepMilliseconds;
  const count = Math.max(0, Math.ceil((end - first) / stepMilliseconds));
  return Array.from({ length: count }, (_, index) => first + index * stepMilliseconds);
}

function sortedUnique(instants: readonly number[]): number[] {
  return [...new Set(instants)].toSorted((a, b) => a - b);
}
