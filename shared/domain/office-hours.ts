import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { formatInTimeZone, getTimezoneOffset } from "date-fns-tz";
import type { Violation } from "../contract/app-error.ts";
import { type Interval, intersect, merge } from "./intervals.ts";

/** One weekly window on the attorney's own clock; weekday 1 is Monday, times are "HH:MM", an end may be "24:00". */
export type OfficeHoursWindow = { readonly weekday: number; readonly start: string; readonly end: string };

/**
 * The part of one window, on one day, that lies within one offset of the zone.
 * `opensAt` is the instant at which the clock of that offset shows the window's start, even where that falls outside the part.
 */
export type OfficeHoursPart = Interval & { readonly opensAt: number };

/** A stretch of instants with one offset from UTC: within it, wall clock = instant + `offsetMs`. */
export type OffsetSpan = Interval & { readonly offsetMs: number };

/**
 * The instants of `range` within office hours, merged.
 *
 * A window is the set of instants at which the attorney's wall clock shows its weekday and a time in [start, end).
 * So readings that the clock skips are no instants, and readings that it shows twice count twice: a window with a
 * boundary inside the repeated hour is open in both passes, as two intervals with a break between them.
 */
export function officeHoursWithin(
  windows: readonly OfficeHoursWindow[],
  timeZone: string,
  range: Interval,
): Interval[] {
  return merge(officeHoursParts(windows, timeZone, range));
}

/** The same instants, not yet joined, so that each part still knows when its window opens. */
export function officeHoursParts(
  windows: readonly OfficeHoursWindow[],
  timeZone: string,
  range: Interval,
): OfficeHoursPart[] {
  return offsetSpans(timeZone, range).flatMap((span) =>
    windows.flatMap((window) => windowParts(window, span)),
  );
}

/** Cuts a range where the zone's offset changes. Throws a RangeError for a zone that does not exist. */
export function offsetSpans(timeZone: string, range: Interval): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let start = range.start;
  while (start < range.end) {
    const offsetMs = offsetMsAt(timeZone, start);
    const hasChanged = (instant: number) => offsetMsAt(timeZone, instant) !== offsetMs;
    const end = firstChange({ start, end: range.end }, hasChanged);
    spans.push({ start, end, offsetMs });
    start = end;
  }
  return spans;
}

/** The instants of a span at which its clock shows one of the readings (wall-clock times as if they were UTC). */
export function instantsShowing(readings: readonly Interval[], span: OffsetSpan): Interval[] {
  const asInstants = readings.map(({ start, end }) => ({
    start: start - span.offsetMs,
    end: end - span.offsetMs,
  }));
  return intersect(asInstants, [span]);
}

/** What is wrong with a week of windows; `field` is its name in the request. Windows that touch are fine. */
export function officeHoursViolations(
  windows: readonly OfficeHoursWindow[],
  field = "office_hours",
): Violation[] {
  return windows.flatMap((window, index) => [
    ...windowViolations(window, `${field}[${index}]`),
    ...windows.flatMap((other, otherIndex) =>
      otherIndex < index && clash(other, window)
        ? [{ field: `${field}[${index}]`, message: `must not overlap ${field}[${otherIndex}]` }]
        : [],
    ),
  ]);
}

function windowViolations({ weekday, start, end }: OfficeHoursWindow, field: string): Violation[] {
  const violations: Violation[] = [];
  if (!Number.isInteger(weekday) || weekday < 1 || weekday > 7) {
    violations.push({ field: `${field}.weekday`, message: "must be a whole number from 1 (Monday) to 7" });
  }
  if (Number.isNaN(startMinute(start))) {
    violations.push({ field: `${field}.start`, message: 'must be a time such as "09:00"' });
  }
  if (Number.isNaN(endMinute(end))) {
    violations.push({ field: `${field}.end`, message: 'must be a time such as "17:00", or "24:00"' });
  }
  if (endMinute(end) <= startMinute(start)) {
    violations.push({ field: `${field}.end`, message: "must be after start" });
  }
  return violations;
}

function clash(left: OfficeHoursWindow, right: OfficeHoursWindow): boolean {
  return left.weekday === right.weekday && intersect([minutesOf(left)], [minutesOf(right)]).length > 0;
}

function windowParts(window: OfficeHoursWindow, span: OffsetSpan): OfficeHoursPart[] {
  return windowReadings(window, span).flatMap((reading) =>
    instantsShowing([reading], span).map((part) => ({ ...part, opensAt: reading.start - span.offsetMs })),
  );
}

/** The window as wall-clock readings, on every local day that the span touches. */
function windowReadings(window: OfficeHoursWindow, span: OffsetSpan): Interval[] {
  const { start, end } = minutesOf(window);
  return localDays(span)
    .filter((midnight) => weekdayOf(midnight) === window.weekday)
    .map((midnight) => ({
      start: midnight + start * millisecondsInMinute,
      end: midnight + end * millisecondsInMinute,
    }));
}

function localDays({ start, end, offsetMs }: OffsetSpan): number[] {
  const first = Math.floor((start + offsetMs) / millisecondsInDay) * millisecondsInDay;
  const count = Math.ceil((end + offsetMs - first) / millisecondsInDay);
  return Array.from({ length: count }, (_, day) => first + day * millisecondsInDay);
}

function weekdayOf(midnight: number): number {
  return new Date(midnight).getUTCDay() || 7;
}

function minutesOf({ start, end }: OfficeHoursWindow): Interval {
  return { start: startMinute(start), end: endMinute(end) };
}

/** Minutes since midnight; NaN, which belongs to no interval, when malformed. */
function startMinute(time: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

function endMinute(time: string): number {
  return time === "24:00" ? 24 * 60 : startMinute(time);
}

/** The first instant of a range for which `hasChanged` holds (it does not at the start), else the range's end. */
function firstChange({ start, end }: Interval, hasChanged: (instant: number) => boolean): number {
  let before = start;
  while (before < end) {
    // Daily probes miss nothing: since 1970 no zone has changed twice within six days.
    const probe = Math.min(before + millisecondsInDay, end);
    if (hasChanged(probe)) return bisect({ start: before, end: probe }, hasChanged);
    before = probe;
  }
  return end;
}

function bisect(range: Interval, hasChanged: (instant: number) => boolean): number {
  let { start: before, end: after } = range;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (hasChanged(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * Not `getTimezoneOffset(timeZone, date)`: that takes the date's fields on the *process's* clock for wall-clock time in the
 * zone. Formatting starts from the instant. It is exact to the minute, as every zone's offset has been since 1972.
 */
function offsetMsAt(timeZone: string, instant: number): number {
  return getTimezoneOffset(formatInTimeZone(new Date(instant), timeZone, "xxx"));
}
