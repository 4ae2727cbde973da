import { versions } from "node:process";
import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { formatInTimeZone } from "date-fns-tz";
import { ownProperty } from "../runtime/collections.ts";
import { type Interval, intersect, utcDate } from "./intervals.rules.ts";

/** The offsets of all time zones in a period, from one release of the IANA database. */
export type TimeZoneTable = {
  /** A name such as `2026f`, which is later than `2026e`. */
  readonly release: string;
  readonly period: Interval;
  /** The index of each zone's offsets. */
  readonly zones: Readonly<Record<string, number>>;
  readonly offsets: readonly (readonly OffsetFrom[])[];
};

/** An offset from UTC and the minute of the period from which it applies: the first, or that of a change. */
type OffsetFrom = readonly [minute: number, offsetMinutes: number];

/** The JSON of a table, set by `lib/bundling/bundle-functions.ts`; undefined in code that is not bundled. */
declare const TIME_ZONE_TABLE: string | undefined;

const bundledTable = (): TimeZoneTable | null => {
  const table: TimeZoneTable | null =
    typeof TIME_ZONE_TABLE === "string" ? JSON.parse(TIME_ZONE_TABLE) : null;
  return table && table.release >= (versions.tz ?? "") ? table : null;
};

const TABLE = bundledTable();

/** Returns minutes, or null for a zone or an instant that is not in the table. */
export const offsetInTable = (
  { period, zones, offsets }: TimeZoneTable,
  timeZone: string,
  instant: number,
): number | null => {
  const index = ownProperty(zones, timeZone);
  if (index === undefined || instant < period.start || instant >= period.end) return null;
  const minute = (instant - period.start) / millisecondsInMinute;
  return offsets[index]?.findLast(([from]) => from <= minute)?.[1] ?? null;
};

/** Returns the offset in the runtime's release. `getTimezoneOffset` of the same package reads a `Date` as a local time. */
const runtimeOffset = (timeZone: string, instant: number): number => {
  const offset = formatInTimeZone(instant, timeZone, "xxx");
  return (Date.UTC(1970) - Date.parse(`1970-01-01T00:00${offset}`)) / millisecondsInMinute;
};

// The first use of `Intl` loads its data, which takes longer than the rest of a booking. A function has more of a
// processor while it starts than for its requests.
if (TABLE === null) runtimeOffset("UTC", 0);

/**
 * Returns a zone's offset from UTC in minutes, positive east of Greenwich. Uses the later of two releases of the IANA
 * database: the runtime's or the bundled table's. Exact to the minute, as all offsets have been since 1972.
 * @throws RangeError if the zone does not exist
 */
export const utcOffsetMinutes = (timeZone: string, instant: number): number =>
  (TABLE && offsetInTable(TABLE, timeZone, instant)) ?? runtimeOffset(timeZone, instant);

/** Returns the date (`YYYY-MM-DD`) that the zone's clock shows at an instant. */
export const localDate = (timeZone: string, instant: number): string =>
  utcDate(instant + offsetMillisecondsAt(timeZone, instant));

/** A period with one offset from UTC: within it, wall clock = instant + `offsetMilliseconds`. */
export type OffsetSpan = Interval & { readonly offsetMilliseconds: number };

/**
 * Splits a range at the changes of the zone's offset.
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

/** Returns the instants of a span at which its clock shows one of the readings (wall-clock times as if they were UTC). */
export function instantsAtReadings(readings: readonly Interval[], span: OffsetSpan): Interval[] {
  const asInstants = readings.map(({ start, end }) => ({
    start: start - span.offsetMilliseconds,
    end: end - span.offsetMilliseconds,
  }));
  return intersect(asInstants, [span]);
}

/** No zone has changed twice within six days since 1970. */
const PROBE_MILLISECONDS = 6 * millisecondsInDay;

/** Returns the first instant for which `hasChanged` is true (it is false at the start), or the range's end. */
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
