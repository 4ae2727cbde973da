import { millisecondsInDay } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import { numbersIn, type RuleParts, textsIn } from "./rule-parts.rules.ts";

/** A day as the parts of a rule see it. `wall` is its midnight as if it were UTC; weekday 0 is Sunday. */
type Day = {
  readonly wall: number;
  readonly weekday: number;
  readonly month: number;
  readonly monthDay: number;
  readonly monthDays: number;
  readonly yearDay: number;
  readonly yearDays: number;
};

type DayTest = (day: Day) => boolean;

/** Returns the first instant of a month; 0 is January. `Date.UTC` takes the years before 100 for others. */
export const monthStart = (year: number, month: number): number => new Date(0).setUTCFullYear(year, month, 1);

export const weekdayOf = (wall: number): number => new Date(wall).getUTCDay();

/** Returns the day that begins at a midnight. */
const dayAt = (wall: number): Day => {
  const date = new Date(wall);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const yearStart = monthStart(year, 0);
  return {
    wall,
    weekday: date.getUTCDay(),
    month: month + 1,
    monthDay: date.getUTCDate(),
    monthDays: daysBetween(monthStart(year, month), monthStart(year, month + 1)),
    yearDay: daysBetween(yearStart, wall) + 1,
    yearDays: daysBetween(yearStart, monthStart(year + 1, 0)),
  };
};

const daysBetween = (start: number, end: number) => Math.floor((end - start) / millisecondsInDay);

/** Returns whether a day passes all tests. */
export const fitsDay = (tests: readonly DayTest[], wall: number): boolean => {
  if (tests.length === 0) return true;
  const day = dayAt(wall);
  return tests.every((test) => test(day));
};

/** `start` is the midnight of the series' first day, from which the rule takes what it leaves out. */
type DayContext = { readonly freq: string; readonly start: number; readonly firstWeekday: number };

/** The tests that a day with an occurrence passes, and the months of a year in which one may: null for all. */
export type DayParts = { readonly dayTests: readonly DayTest[]; readonly months: readonly number[] | null };

export const dayParts = (rule: RuleParts, context: DayContext): DayParts => {
  const full = { ...impliedParts(rule, context), ...rule };
  const isOfMonths = context.freq === "YEARLY" && "bymonth" in full;
  return { dayTests: dayTests(full, context), months: isOfMonths ? monthsIn(full) : null };
};

const monthsIn = (rule: RuleParts) =>
  [...new Set(numbersIn(rule, "bymonth"))].toSorted((one, other) => one - other);

/** Returns the midnights of a period: of a year alone those in its months, if there are such. */
export const midnightsIn = (period: Interval, months: readonly number[] | null): number[] => {
  if (months === null) return midnightsBetween(period);
  const year = new Date(period.start).getUTCFullYear();
  return months
    .filter((month) => month >= 1 && month <= 12)
    .flatMap((month) =>
      midnightsBetween({ start: monthStart(year, month - 1), end: monthStart(year, month) }),
    );
};

const midnightsBetween = ({ start, end }: Interval) =>
  Array.from({ length: daysBetween(start, end) }, (_, day) => start + day * millisecondsInDay);

const dayTests = (full: RuleParts, context: DayContext): DayTest[] => {
  const tests: readonly [part: string, test: (values: ReadonlySet<number>) => DayTest][] = [
    [
      "bymonth",
      (values) =>
        ({ month }) =>
          values.has(month),
    ],
    ["bymonthday", (values) => (day) => isAt(values, day.monthDay, day.monthDays)],
    ["byyearday", (values) => (day) => isAt(values, day.yearDay, day.yearDays)],
    ["byweekno", (values) => weekTest(values, context.firstWeekday)],
  ];
  const used = tests.filter(([part]) => part in full);
  return [
    ...used.map(([part, test]) => test(new Set(numbersIn(full, part)))),
    ...("byday" in full ? [weekdayTest(full, context.freq)] : []),
  ];
};

/** Returns whether a place in a list is among those counted from 1, or backwards from -1. */
const isAt = (values: ReadonlySet<number>, place: number, length: number) =>
  values.has(place) || values.has(place - length - 1);

const DAY_PARTS = ["bymonthday", "byyearday", "byday"];

/** Returns the parts that the start stands for. */
const impliedParts = (rule: RuleParts, { freq, start }: DayContext): RuleParts => {
  if (DAY_PARTS.some((part) => part in rule)) return {};
  const { weekday, month, monthDay } = dayAt(start);
  if (freq === "WEEKLY" || "byweekno" in rule) return { byday: WEEKDAYS[weekday] };
  if (freq === "MONTHLY") return { bymonthday: monthDay };
  return freq === "YEARLY" ? { bymonth: month, bymonthday: monthDay } : {};
};

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** `2TU` is the second Tuesday of the month or the year, `-1FR` the last Friday. */
const weekdayTest = (rule: RuleParts, freq: string): DayTest => {
  const hasPlaces = freq === "MONTHLY" || freq === "YEARLY";
  const days = textsIn(rule, "byday").map((text) => ({
    weekday: WEEKDAYS.indexOf(text.slice(-2)),
    place: hasPlaces ? Number(text.slice(0, -2)) : 0,
  }));
  const anyPlace = new Set(days.filter(({ place }) => place === 0).map(({ weekday }) => weekday));
  const places = WEEKDAYS.map(
    (_, weekday) =>
      new Set(days.filter((day) => day.place !== 0 && day.weekday === weekday).map(({ place }) => place)),
  );
  const isInMonth = freq === "MONTHLY" || "bymonth" in rule;
  return (day) => {
    const { weekday } = day;
    if (anyPlace.has(weekday)) return true;
    return isInMonth
      ? isPlace(places[weekday], day.monthDay, day.monthDays)
      : isPlace(places[weekday], day.yearDay, day.yearDays);
  };
};

const isPlace = (places: ReadonlySet<number> | undefined, day: number, days: number) =>
  places !== undefined && (places.has(Math.ceil(day / 7)) || places.has(-Math.ceil((days - day + 1) / 7)));

/** A week belongs to the year of its fourth day. */
const weekTest = (values: ReadonlySet<number>, firstWeekday: number): DayTest => {
  const weekOf = (wall: number) => {
    const fourth = dayAt(wall + (3 - ((weekdayOf(wall) - firstWeekday + 7) % 7)) * millisecondsInDay);
    const weeks = Math.floor((fourth.yearDays - fourth.yearDay) / 7) + Math.ceil(fourth.yearDay / 7);
    return { week: Math.ceil(fourth.yearDay / 7), weeks };
  };
  return ({ wall }) => {
    const { week, weeks } = weekOf(wall);
    return isAt(values, week, weeks);
  };
};
