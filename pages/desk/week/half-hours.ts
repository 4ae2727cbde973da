import { addDays } from "../../shared/local-days.ts";

/** The days of a time zone in half hours of its clock. Instants are milliseconds, dates such as `2026-03-08`. */

export const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;
const QUARTER_HOUR = 15 * MINUTE;
const DAY = 48 * HALF_HOUR;

/** A half hour of a day. `minute` counts the clock's minutes since midnight. */
export type HalfHour = {
  readonly date: string;
  readonly minute: number;
  readonly start: number;
  /** The row: equal in every day that has this half hour. Rows are ordered as their keys. */
  readonly row: string;
};

/** Part of a day, from one instant to another, which is not in it. */
export type Interval = { readonly start: number; readonly end: number };

/** A part of a day on the clock, as a member's office hours have it: `09:00` to `24:00`. */
type DayWindow = { readonly start: string; readonly end: string };

type Hours = {
  readonly office_hours: readonly (DayWindow & { readonly weekday: number })[];
  readonly date_hours: readonly { readonly date: string; readonly windows: readonly DayWindow[] }[];
};

/** @returns a function from an instant to what a zone's clock shows then, as an instant whose UTC date and time it is */
export const clockOf = (zone: string): ((instant: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [String(type), value]));
    const [year, month, day, hour, minute] = PARTS.map((type) => parts.get(type));
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`);
  };
};

const PARTS = ["year", "month", "day", "hour", "minute"];

/** Returns the date that a zone's clock shows. */
export const dateAt = (instant: number, zone: string): string => dateOf(clockOf(zone)(instant));

const dateOf = (shown: number) => new Date(shown).toISOString().slice(0, 10);

/**
 * Returns the half hours of a day, earliest first: those that a clock change leaves out are missing, and those that the
 * clock shows twice are there twice.
 */
export const halfHoursOf = (date: string, zone: string): readonly HalfHour[] => {
  const midnight = Date.parse(date);
  const ahead = aheadIn(zone, midnight);
  const halfHours: HalfHour[] = [];
  for (let start = midnight - DAY; start < midnight + 2 * DAY; start += QUARTER_HOUR) {
    const shown = start + ahead(start);
    const minute = (shown - midnight) / MINUTE;
    if (shown >= midnight && shown < midnight + DAY && minute % 30 === 0)
      halfHours.push({ date, minute, start, row: "" });
  }
  return withRows(halfHours);
};

/** @returns a function from an instant about a midnight to the milliseconds by which a zone's clock is ahead of UTC */
const aheadIn = (zone: string, midnight: number): ((instant: number) => number) => {
  const clock = clockOf(zone);
  const ahead = (instant: number) => clock(instant) - instant;
  const [before, after] = [ahead(midnight - DAY), ahead(midnight + 2 * DAY)];
  // Few days have a change of the clock, and to ask the clock takes long.
  return before === after ? () => before : ahead;
};

/** Names rows so that a half hour's second showing stands below the last of the first showings. */
const withRows = (halfHours: readonly HalfHour[]): HalfHour[] => {
  let latest = -1;
  return halfHours.map((each) => {
    const isSecond = each.minute <= latest;
    latest = Math.max(latest, each.minute);
    const order = [latest, Number(isSecond), each.minute];
    return { ...each, row: order.map((part) => String(part).padStart(4, "0")).join("/") };
  });
};

export const endOf = ({ start }: HalfHour): number => start + HALF_HOUR;

export const overlaps = (one: Interval, other: Interval): boolean =>
  one.start < other.end && other.start < one.end;

/** Returns the whole of a day. */
export const dayOf = (day: readonly HalfHour[]): Interval => {
  const [first, last] = [day[0], day.at(-1)];
  return { start: first?.start ?? 0, end: last ? endOf(last) : 0 };
};

/** Returns the office hours of a date: its own, otherwise those of its weekday. */
export const windowsOn = ({ office_hours, date_hours }: Hours, date: string): readonly DayWindow[] => {
  const weekday = ((new Date(date).getUTCDay() + 6) % 7) + 1;
  const own = date_hours.find((each) => each.date === date);
  return own?.windows ?? office_hours.filter((each) => each.weekday === weekday);
};

/** Returns when windows are open on a day, in pieces of at most half an hour. */
export const openTimes = (day: readonly HalfHour[], windows: readonly DayWindow[]): Interval[] =>
  day.flatMap(({ minute, start }) =>
    windows.flatMap((window) => {
      const from = Math.max(minuteOf(window.start), minute);
      const to = Math.min(minuteOf(window.end), minute + 30);
      const at = (clockMinute: number) => start + (clockMinute - minute) * MINUTE;
      return from < to ? [{ start: at(from), end: at(to) }] : [];
    }),
  );

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** Joins intervals that overlap or touch. */
export const joined = (intervals: readonly Interval[]): Interval[] => {
  const result: Interval[] = [];
  for (const each of [...intervals].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && each.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, each.end) };
    else result.push(each);
  }
  return result;
};

/** Returns the rows of days, from the first that is used to the last. */
export const rowsOf = (days: readonly (readonly HalfHour[])[], used: readonly string[]): string[] => {
  const inOrder = [...used].sort();
  const [first = "", last = ""] = [inOrder[0], inOrder.at(-1)];
  const rows = new Set(days.flatMap((day) => day.map(({ row }) => row)));
  return [...rows].filter((row) => row >= first && row <= last).sort();
};

/** Returns the dates of the week from Monday to Sunday. */
export const weekOf = (date: string): string[] => {
  const monday = addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
  return [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
};

/** Returns the row, with a fraction, in which an instant of a day lies; of one outside the rows, the nearest edge. */
export const placeOf = (instant: number, day: readonly HalfHour[], rows: readonly string[]): number => {
  const holding = day.filter(({ row, start }) => rows.includes(row) && start <= instant).at(-1);
  if (!holding) return 0;
  const within = Math.min((instant - holding.start) / HALF_HOUR, 1);
  return rows.indexOf(holding.row) + within;
};
