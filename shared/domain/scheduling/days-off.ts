import { millisecondsInDay } from "date-fns/constants";
import { type DateRange, midnightReading } from "./date-range.ts";
import { type Interval, intersect, merge } from "./intervals.ts";
import { isInstantRange, type TimeOff } from "./time-off.ts";
import { instantsAtReadings, offsetSpans } from "./wall-clock.ts";

/**
 * The parts of `range` that fall on a day off, merged. A day is the set of instants at which the zone's clock
 * shows its date: 23 or 25 hours when the clock changes, none if the zone skips the date.
 */
export function daysOffWithin(dates: readonly DateRange[], timeZone: string, range: Interval): Interval[] {
  const readings = dates.map(({ startDate, endDate }) => ({
    start: midnightReading(startDate),
    end: midnightReading(endDate) + millisecondsInDay,
  }));
  return merge(offsetSpans(timeZone, range).flatMap((span) => instantsAtReadings(readings, span)));
}

/** The parts of `range` that fall on time off, merged. */
export function timeOffWithin(entries: readonly TimeOff[], timeZone: string, range: Interval): Interval[] {
  const days = entries.flatMap((entry) => (isInstantRange(entry) ? [] : [entry]));
  const instants = entries
    .filter(isInstantRange)
    .map(({ startAt, endAt }) => ({ start: Date.parse(startAt), end: Date.parse(endAt) }));
  return merge([...daysOffWithin(days, timeZone, range), ...intersect(instants, [range])]);
}
