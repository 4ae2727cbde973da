import { millisecondsInDay } from "date-fns/constants";
import type { Violation } from "../contract/app-error.ts";
import { type Interval, merge } from "./intervals.ts";
import { instantsShowing, offsetSpans } from "./office-hours.ts";

/** Whole local days as "YYYY-MM-DD", the last one included: an attorney's time off or a firm's holiday. */
export type DateRange = { readonly startDate: string; readonly endDate: string };

/**
 * The instants of `range` that fall on a day off, merged. A day is the set of instants at which the zone's clock shows
 * its date: 23 or 25 hours where the zone changes, none at all where it skips the date.
 */
export function daysOffWithin(dates: readonly DateRange[], timeZone: string, range: Interval): Interval[] {
  const readings = dates.map(({ startDate, endDate }) => ({
    start: midnightReading(startDate),
    end: midnightReading(endDate) + millisecondsInDay,
  }));
  return merge(offsetSpans(timeZone, range).flatMap((span) => instantsShowing(readings, span)));
}

/** What is wrong with a list of days off; `field` is its name in the request. */
export function daysOffViolations(dates: readonly DateRange[], field: string): Violation[] {
  return dates.flatMap((range, index) => rangeViolations(range, `${field}[${index}]`));
}

function rangeViolations({ startDate, endDate }: DateRange, field: string): Violation[] {
  const violations: Violation[] = [];
  if (!isCalendarDate(startDate)) violations.push({ field: `${field}.start_date`, message: DATE_MESSAGE });
  if (!isCalendarDate(endDate)) violations.push({ field: `${field}.end_date`, message: DATE_MESSAGE });
  if (violations.length === 0 && endDate < startDate) {
    violations.push({ field: `${field}.end_date`, message: "must not be before start_date" });
  }
  return violations;
}

const DATE_MESSAGE = "must be a date that exists, as YYYY-MM-DD";

/** The parser rolls 30 February over into March, so a date exists only if it comes back unchanged. */
function isCalendarDate(date: string): boolean {
  const reading = midnightReading(date);
  return !Number.isNaN(reading) && new Date(reading).toISOString().startsWith(`${date}T`);
}

/** A wall-clock reading as if it were UTC; NaN, which belongs to no interval, when malformed. */
function midnightReading(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}
