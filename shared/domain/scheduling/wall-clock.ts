import { millisecondsInDay } from "date-fns/constants";
import { formatInTimeZone, getTimezoneOffset } from "date-fns-tz";
import { type Interval, intersect } from "./intervals.ts";

/** A stretch of instants with one offset from UTC: within it, wall clock = instant + `offsetMs`. */
export type OffsetSpan = Interval & { readonly offsetMs: number };

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
export function instantsAtReadings(readings: readonly Interval[], span: OffsetSpan): Interval[] {
  const asInstants = readings.map(({ start, end }) => ({
    start: start - span.offsetMs,
    end: end - span.offsetMs,
  }));
  return intersect(asInstants, [span]);
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
