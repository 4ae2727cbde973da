import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import { CalendarError } from "./lines.rules.ts";
import { unreadable } from "./properties.rules.ts";
import { type DayParts, dayParts, fitsDay, midnightsIn, monthStart, weekdayOf } from "./rule-days.rules.ts";
import { numbersIn, type RecurrenceRule, type RuleParts } from "./rule-parts.rules.ts";

/** Counts the work on a file's recurrences. `take` throws a CalendarError at the limit. */
export type Steps = { readonly take: (count: number) => void };

const STEPS_MAXIMUM = 100_000;

export const stepCounter = (): Steps => {
  let taken = 0;
  return {
    take: (count) => {
      taken += count;
      if (taken > STEPS_MAXIMUM)
        throw new CalendarError(
          "The calendar's events repeat too often to be read: more than 100,000 steps.",
        );
    },
  };
};

/** The first start of a series, on the clock as if it were UTC. */
export type SeriesStart = { readonly wall: number; readonly isDate: boolean };

/**
 * Returns the occurrences of a rule within a range, by RFC 5545, in order and on the clock. UNTIL is the caller's. Each
 * period of the rule (a year, a month, …) has the days that fit all parts, at each time of day; BYSETPOS picks among
 * these. A rule without COUNT is read from the range on, so that an old series takes no longer than a new one.
 * @throws CalendarError
 */
export const occurrences = (
  rule: RecurrenceRule,
  start: SeriesStart,
  range: Interval,
  steps: Steps,
): number[] => {
  const read = readRule(rule, start, steps);
  const found: number[] = [];
  let left = read.count;
  let index = left === Number.POSITIVE_INFINITY ? Math.max(0, read.indexAt(range.start)) : 0;
  for (let at = read.period(index); left > 0 && at.start < range.end; at = read.period(++index)) {
    const walls = wallsIn(at, read, steps).filter((wall) => wall >= start.wall);
    found.push(...walls.slice(0, left).filter((wall) => wall >= range.start && wall < range.end));
    left -= walls.length;
  }
  return found;
};

type Rule = Periods &
  DayParts & {
    readonly count: number;
    readonly unit: number;
    /** Tests of the hour, minute and second of a period that is at most as long as these. */
    readonly clockTests: readonly ((wall: number) => boolean)[];
    /** Milliseconds after a day's midnight, or after the start of a period shorter than a day. */
    readonly offsets: readonly number[];
    readonly positions: readonly number[];
  };

const HOUR = { part: "byhour", size: millisecondsInHour, values: 24 };
const MINUTE = { part: "byminute", size: millisecondsInMinute, values: 60 };
const SECOND = { part: "bysecond", size: 1_000, values: 60 };
const LEVELS = [HOUR, MINUTE, SECOND];

const UNITS: Readonly<Record<string, number>> = {
  SECONDLY: SECOND.size,
  MINUTELY: MINUTE.size,
  HOURLY: HOUR.size,
  DAILY: millisecondsInDay,
  WEEKLY: 7 * millisecondsInDay,
  MONTHLY: 28 * millisecondsInDay,
  YEARLY: 365 * millisecondsInDay,
};

/** The parser counts the days of the week from Sunday, 1. */
const MONDAY = 2;

const readRule = ({ parts: rule, property }: RecurrenceRule, start: SeriesStart, steps: Steps): Rule => {
  const freq = String(rule.freq);
  const unit = UNITS[freq] ?? 0;
  const count = Number(rule.count ?? Number.POSITIVE_INFINITY);
  const interval = Number(rule.interval ?? 1);
  if (!isReadable(rule, start) || unit === 0 || !(count >= 1 && interval >= 1)) throw unreadable(property);
  const firstWeekday = Number(rule.wkst ?? MONDAY) - 1;
  const levels = start.isDate ? [] : LEVELS;
  return {
    ...periodsOf(freq, interval, { start: start.wall, firstWeekday }),
    count,
    unit,
    ...dayParts(rule, { freq, start: midnightOf(start.wall), firstWeekday }),
    clockTests: levels.filter(({ size, part }) => size >= unit && part in rule).map(clockTest(rule)),
    offsets: offsetsOf(
      rule,
      start.wall,
      levels.filter(({ size }) => size < unit),
      steps,
    ),
    positions: numbersIn(rule, "bysetpos"),
  };
};

/** Other calendars than the Gregorian (RFC 7529) are not read, nor days that repeat within themselves. */
const isReadable = ({ rscale = "GREGORIAN", skip = "OMIT", freq }: RuleParts, { isDate }: SeriesStart) =>
  rscale === "GREGORIAN" && skip === "OMIT" && !(isDate && /^(HOUR|MINUTE|SECOND)LY$/.test(String(freq)));

type Level = typeof HOUR;

const valueAt = (wall: number, { size, values }: Level) =>
  Math.floor((wall - midnightOf(wall)) / size) % values;

const clockTest = (rule: RuleParts) => (level: Level) => {
  const values = new Set(numbersIn(rule, level.part));
  return (wall: number) => values.has(valueAt(wall, level));
};

const offsetsOf = (rule: RuleParts, start: number, levels: readonly Level[], steps: Steps): number[] =>
  levels
    .reduce(
      (sums, level) => {
        const values = level.part in rule ? numbersIn(rule, level.part) : [valueAt(start, level)];
        steps.take((sums.length * values.length) / CHECKS_OF_STEP);
        return sums.flatMap((sum) => values.map((value) => sum + value * level.size));
      },
      [0],
    )
    .toSorted(ascending);

/** Days looked at in about the time of a step. */
const CHECKS_OF_STEP = 8;

const ascending = (one: number, other: number) => one - other;

type Periods = {
  /** Returns a period of the rule by its index: 0 is that of the start. */
  readonly period: (index: number) => Interval;
  /** Returns the index of the last period that begins at or before a time. */
  readonly indexAt: (wall: number) => number;
};

type Origin = { readonly start: number; readonly firstWeekday: number };

const periodsOf = (freq: string, interval: number, { start, firstWeekday }: Origin): Periods => {
  if (freq === "YEARLY") return monthPeriods(monthsOf(start) - (monthsOf(start) % 12), 12, interval);
  if (freq === "MONTHLY") return monthPeriods(monthsOf(start), 1, interval);
  const unit = UNITS[freq] ?? 0;
  const days = freq === "WEEKLY" ? (weekdayOf(start) - firstWeekday + 7) % 7 : 0;
  const first =
    unit < millisecondsInDay ? Math.floor(start / unit) * unit : midnightOf(start) - days * millisecondsInDay;
  return {
    period: (index) => {
      const at = first + index * interval * unit;
      return { start: at, end: at + unit };
    },
    indexAt: (wall) => Math.floor((wall - first) / (interval * unit)),
  };
};

const monthPeriods = (first: number, months: number, interval: number): Periods => ({
  period: (index) => {
    const at = first + index * interval * months;
    return { start: monthStart(0, at), end: monthStart(0, at + months) };
  },
  indexAt: (wall) => Math.floor((monthsOf(wall) - first) / (interval * months)),
});

/** Returns the months since the year 0. */
const monthsOf = (wall: number) => {
  const date = new Date(wall);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

export const midnightOf = (wall: number): number => Math.floor(wall / millisecondsInDay) * millisecondsInDay;

const wallsIn = (period: Interval, rule: Rule, steps: Steps): number[] => {
  const starts = rule.unit < millisecondsInDay ? [period.start] : midnightsIn(period, rule.months);
  steps.take(1 + starts.length / CHECKS_OF_STEP);
  const fitting = starts.filter(
    (start) => rule.clockTests.every((test) => test(start)) && fitsDay(rule.dayTests, midnightOf(start)),
  );
  steps.take((fitting.length * rule.offsets.length) / CHECKS_OF_STEP);
  const walls = fitting.flatMap((start) => rule.offsets.map((offset) => start + offset));
  return rule.positions.length === 0 ? walls : atPositions(walls, rule.positions);
};

const atPositions = (walls: readonly number[], positions: readonly number[]) =>
  [
    ...new Set(positions.flatMap((position) => walls.at(position > 0 ? position - 1 : position) ?? [])),
  ].toSorted(ascending);
