import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { type Interval, intersect } from "./intervals.rules.ts";
import { utcOffsetMinutes } from "./utc-offset.rules.ts";

/** A period with one offset from UTC: within it, wall clock = instant + `offsetMilliseconds`. */
export type OffsetSpan = Interval & { readonly offsetMilliseconds: number };

/**
 * Splits a range where the zone's offset changes.
 * @throws RangeError if the zone does not exist
 */
export function offsetSpans(timeZone: string, range: Interval): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let start = range.start;
  while (start < range.end) {
    const offsetMilliseconds = offsetMillisecondsAt(timeZone, start);
    const hasChanged = (instant: number) => offsetMillisecondsAt(timeZone, instant) !== offsetMilliseconds;
    const end = firstChange({ start, end: range.end }, hasChanged);
    spans.push({ start, end, offsetMilliseconds });
    start = end;
  }
  return spans;
}

/**
 * The instants of a span at which its clock shows one of the readings (wall-clock times as if they were UTC).
 */
export function instantsAtReadings(readings: readonly Interval[], span: OffsetSpan): Interval[] {
  const asInstants = readings.map(({ start, end }) => ({
    start: start - span.offsetMilliseconds,
    end: end - span.offsetMilliseconds,
  }));
  return intersect(asInstants, [span]);
}

/** Since 1970, no zone has changed twice within six days. */
const PROBE_MILLISECONDS = 6 * millisecondsInDay;

/** The first instant for which `hasChanged` is true (it is false at the start), or the range's end. */
function firstChange({ start, end }: Interval, hasChanged: (instant: number) => boolean): number {
  let before = start;
  while (before < end) {
    const probe = Math.min(before + PROBE_MILLISECONDS, end);
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

const offsetMillisecondsAt = (timeZone: string, instant: number) =>
  utcOffsetMinutes(timeZone, instant) * millisecondsInMinute;
