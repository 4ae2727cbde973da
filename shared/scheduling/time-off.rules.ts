import type { Violation } from "../api/schema/violations.ts";

/** Whole local days as "YYYY-MM-DD", the last one inclusive: a firm's holiday or an attorney's days off. */
export type DateRange = { readonly startDate: string; readonly endDate: string };

/** Validates a list of days off; `field` is its name in the request. */
export function daysOffViolations(dates: readonly DateRange[], field: string): Violation[] {
  return dates.flatMap((range, index) => dateRangeViolations(range, `${field}[${index}]`));
}

function dateRangeViolations({ startDate, endDate }: DateRange, field: string): Violation[] {
  const violations: Violation[] = [];
  if (!isCalendarDate(startDate)) violations.push({ field: `${field}.start_date`, message: DATE_MESSAGE });
  if (!isCalendarDate(endDate)) violations.push({ field: `${field}.end_date`, message: DATE_MESSAGE });
  if (violations.length === 0 && endDate < startDate) {
    violations.push({ field: `${field}.end_date`, message: "must not be before start_date" });
  }
  return violations;
}

const DATE_MESSAGE = "must be a date that exists, as YYYY-MM-DD";

/** `Date.parse` rolls 30 February over into March, so a date exists only if it formats back unchanged. */
export function isCalendarDate(date: string): boolean {
  const reading = /^\d{4}-/.test(date) ? midnightReading(date) : Number.NaN;
  return !Number.isNaN(reading) && new Date(reading).toISOString().startsWith(`${date}T`);
}

/** The wall-clock reading of midnight as if it were UTC; NaN, which no interval contains, if malformed. */
export function midnightReading(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** From one ISO-8601 UTC instant up to another, which is not included. */
export type InstantRange = { readonly startAt: string; readonly endAt: string };

/** When an attorney is away: whole local days, or from one instant to another. */
export type TimeOff = DateRange | InstantRange;

export const isInstantRange = (entry: TimeOff): entry is InstantRange => "startAt" in entry;

/** Validates a list of time off beyond its schema; `field` is its name in the request. */
export const timeOffViolations = (entries: readonly TimeOff[], field: string): Violation[] =>
  entries.flatMap((entry, index) =>
    isInstantRange(entry)
      ? instantRangeViolations(entry, `${field}[${index}]`)
      : dateRangeViolations(entry, `${field}[${index}]`),
  );

const instantRangeViolations = ({ startAt, endAt }: InstantRange, field: string): Violation[] =>
  startAt < endAt ? [] : [{ field: `${field}.end_at`, message: "must be after start_at" }];
