/** Days of a calendar as `2026-03-08`, and starts as instants in UTC, `2026-03-08T14:00:00.000Z`. */

/** A day of some time zone, with the starts on it, earliest first. */
export type LocalDay = { readonly date: string; readonly starts: readonly string[] };

/** Four weeks: with a day more, for the zones, they stay within what a request may ask for. */
export const DAYS_SHOWN = 28;

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** How far local midnight may be before UTC's, east of it, and after it. */
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

/** The days in a time zone on which the starts lie, in order. */
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

/** The first day of a date's week. @param firstWeekday 1 for Monday to 7 for Sunday */
export const startOfWeek = (date: string, firstWeekday: number): string =>
  addDays(date, -((new Date(date).getUTCDay() - firstWeekday + 7) % 7));

/** The days that are shown from a date on. */
export const shownDates = (first: string): string[] =>
  Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(first, index));

/**
 * The instants that hold the shown days in whatever time zone, and some before and after. None that has passed is asked
 * for.
 */
export const rangeOf = (first: string, nowMilliseconds: number): { from: string; to: string } => {
  const from = Math.max(Date.parse(first) - EAST_HOURS * HOUR_MILLISECONDS, nowMilliseconds);
  const to = Date.parse(addDays(first, DAYS_SHOWN)) + WEST_HOURS * HOUR_MILLISECONDS;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};
