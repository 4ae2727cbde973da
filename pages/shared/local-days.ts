/** Days of a calendar as `2026-03-08`, and starts as instants in UTC, `2026-03-08T14:00:00.000Z`. */

/** A day of a time zone, with its starts, earliest first. */
export type LocalDay = { readonly date: string; readonly starts: readonly string[] };

/** Four weeks. With an additional day for the zones, they stay within the range that a request may have. */
export const DAYS_SHOWN = 28;

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** The hours by which local midnight may precede UTC's, in the east, or follow it. */
const EAST_HOURS = 14;
const WEST_HOURS = 12;

/** @returns a function from an instant to its date in a time zone */
export const dateIn = (timeZone: string): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (instant) => {
    const parts = format.formatToParts(new Date(instant));
    return ["year", "month", "day"].map((type) => parts.find((part) => part.type === type)?.value).join("-");
  };
};

/** Groups starts by their days in a time zone, in order. */
export const groupByDay = (starts: readonly string[], timeZone: string): LocalDay[] => {
  const dateOf = dateIn(timeZone);
  const days = new Map<string, string[]>();
  for (const start of [...starts].sort()) {
    const date = dateOf(start);
    days.set(date, [...(days.get(date) ?? []), start]);
  }
  return [...days].map(([date, onDay]) => ({ date, starts: onDay }));
};

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** Returns the number of days from one date to another; negative if the other one is earlier. */
export const daysBetween = (date: string, other: string): number =>
  (Date.parse(other) - Date.parse(date)) / DAY_MILLISECONDS;

/**
 * Returns the first day of a date's week.
 * @param firstWeekday 1 for Monday to 7 for Sunday
 */
export const startOfWeek = (date: string, firstWeekday: number): string =>
  addDays(date, -((new Date(date).getUTCDay() - firstWeekday + 7) % 7));

/** Returns the shown days, beginning with a date. */
export const shownDates = (first: string): string[] =>
  Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(first, index));

/** Returns instants that enclose the shown days in every time zone, with a margin. Leaves out instants in the past. */
export const rangeOf = (first: string, nowMilliseconds: number): { from: string; to: string } => {
  const from = Math.max(Date.parse(first) - EAST_HOURS * HOUR_MILLISECONDS, nowMilliseconds);
  const to = Date.parse(addDays(first, DAYS_SHOWN)) + WEST_HOURS * HOUR_MILLISECONDS;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};
