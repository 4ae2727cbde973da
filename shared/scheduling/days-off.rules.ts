import { millisecondsInDay } from "date-fns/constants";
import { type DateRange, midnightReading } from "./date-range.rules.ts";
import { type Interval, intersect, merge, overlaps } from "./intervals.rules.ts";
import { type InstantRange, isInstantRange, type TimeOff } from "./time-off.rules.ts";
import { instantsAtReadings, offsetSpans } from "./wall-clock.rules.ts";

/**
 * The parts of `range` that fall on a day off, merged. A day is the set of instants at which the zone's clock
 * shows its date: 23 or 25 hours when the clock changes, none if the zone skips the date.
 */
export function daysOffWithin(dates: readonly DateRange[], timeZone: string, range: Interval): Interval[] {
  const readings = dates.map(readingsOf);
  return merge(offsetSpans(timeZone, range).flatMap((span) => instantsAtReadings(readings, span)));
}

/** The parts of `range` that fall on time off, merged. */
export function timeOffWithin(entries: readonly TimeOff[], timeZone: string, range: Interval): Interval[] {
  const days = entries.flatMap((entry) => (isInstantRange(entry) ? [] : [entry]));
  const instants = entries.filter(isInstantRange).map(intervalOf);
  return merge([...daysOffWithin(days, timeZone, range), ...intersect(instants, [range])]);
}

/** The entries of which a part falls within `range`. */
export function entriesWithin<Entry extends TimeOff>(
  entries: readonly Entry[],
  timeZone: string,
  range: Interval,
): Entry[] {
  const spans = offsetSpans(timeZone, range);
  const touchesDays = (entry: DateRange) =>
    spans.some((span) => instantsAtReadings([readingsOf(entry)], span).length > 0);
  return entries.filter((entry: TimeOff) =>
    isInstantRange(entry) ? overlaps(intervalOf(entry), range) : touchesDays(entry),
  );
}

const readingsOf = ({ startDate, endDate }: DateRange): Interval => ({
  start: midnightReading(startDate),
  end: midnightReading(endDate) + millisecondsInDay,
});

const intervalOf = ({ startAt, endAt }: InstantRange): Interval => ({
  start: Date.parse(startAt),
  end: Date.parse(endAt),
});
