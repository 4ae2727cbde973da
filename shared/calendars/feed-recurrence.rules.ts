import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import ICAL from "ical.js";
import type { Interval } from "../time/intervals.rules.ts";
import { FeedError, quoted } from "./feed-file.rules.ts";

/** Counts the work on a file's recurrences. `take` throws a FeedError at the limit. */
export type Steps = { readonly take: (count: number) => void };

export const STEPS_MAXIMUM = 100_000;

export const stepCounter = (): Steps & { readonly taken: () => number } => {
  let taken = 0;
  return {
    taken: () => taken,
    take: (count) => {
      taken += count;
      if (taken > STEPS_MAXIMUM)
        throw new FeedError("The calendar's events repeat too often to be read: more than 100,000 steps.");
    },
  };
};

/** A rule in jCal: its parts by name in lower case. */
export type RecurrenceRule = Readonly<Record<string, unknown>>;

const DURATIONS: Readonly<Record<string, number>> = {
  SECONDLY: 1_000,
  MINUTELY: millisecondsInMinute,
  HOURLY: millisecondsInHour,
  DAILY: millisecondsInDay,
  WEEKLY: 7 * millisecondsInDay,
};

/** Ends a recurrence. The library's own loop looks for an occurrence for ever where there is none. */
class Past extends Error {}

/**
 * Returns the occurrences of a rule within a range, in order. All are wall-clock times as if they were UTC. The rule's
 * UNTIL is the caller's.
 * @throws FeedError
 */
export const occurrences = (rule: RecurrenceRule, start: number, range: Interval, steps: Steps): number[] => {
  if (!isKnown(rule)) throw unreadableRule(rule);
  const found: number[] = [];
  try {
    for (const wall of walls(rule, start, range, steps)) found.push(wall);
  } catch (error) {
    if (error instanceof FeedError) throw error;
    if (!(error instanceof Past)) throw unreadableRule(rule, error);
  }
  return found.filter((wall) => wall >= range.start);
};

function* walls({ until: _, ...parts }: RecurrenceRule, start: number, range: Interval, steps: Steps) {
  const rule = ICAL.Recur.fromData(parts);
  const dtstart = timeOf(laterStart(rule, start, range));
  const iterator = new (countingIterator(range.end, steps))({ rule, dtstart });
  for (let time = iterator.next(); time; time = iterator.next()) {
    steps.take(1);
    const wall = wallOf(time);
    if (wall >= range.end) return;
    yield wall;
  }
}

/** What the library reads wrongly is refused, as are calendars that are not Gregorian. */
const isKnown = ({ rscale = "GREGORIAN", skip = "OMIT" }: RecurrenceRule) =>
  rscale === "GREGORIAN" && skip === "OMIT";

const unreadableRule = (rule: RecurrenceRule, cause?: unknown) =>
  new FeedError(
    `An event repeats in a way that Intake cannot read: ${quoted(
      Object.entries(rule)
        .map(([name, value]) => `${name.toUpperCase()}=${value}`)
        .join(";"),
    )}.`,
    { cause },
  );

const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  new Date(0).setUTCFullYear(year, month - 1, day) +
  hour * millisecondsInHour +
  minute * millisecondsInMinute +
  second * 1_000;

const timeOf = (wall: number) => ICAL.Time.fromJSDate(new Date(wall), true);

/** Returns an iterator that counts its work and ends past a wall-clock time, found or not. */
const countingIterator = (end: number, steps: Steps) => {
  const endYear = new Date(end).getUTCFullYear();
  return class extends ICAL.RecurIterator {
    override check_contracting_rules() {
      steps.take(1);
      if (this.last.year > endYear) throw new Past();
      if (this.last.year === endYear && wallOf(this.last) >= end) throw new Past();
      return super.check_contracting_rules();
    }
    override expand_year_days(year: number) {
      steps.take(1 + valuesOf(this.rule) / VALUES_OF_STEP);
      return super.expand_year_days(year);
    }
    override increment_year(years: number) {
      steps.take(1);
      super.increment_year(years);
      if (this.last.year > endYear) throw new Past();
    }
    override increment_month() {
      steps.take(1);
      super.increment_month();
    }
    override is_day_in_byday(time: ICAL.Time) {
      steps.take(valuesOf(this.rule) / VALUES_OF_STEP);
      return super.is_day_in_byday(time);
    }
  };
};

/** The library goes through a rule's values within some steps. This many take about the time of a step. */
const VALUES_OF_STEP = 32;

const valuesOf = ({ parts }: ICAL.Recur) =>
  Object.values(parts).reduce((sum: number, values) => sum + values.length, 0);

/**
 * Returns a start from which the rule has the same occurrences in the range: the given one, or a later one that is a
 * multiple of the rule's period after it. A rule that counts has no later one.
 */
const laterStart = (recur: ICAL.Recur, start: number, range: Interval): number => {
  if (recur.count || start >= range.start) return start;
  const { freq, interval } = recur;
  const duration = DURATIONS[freq];
  if (duration === undefined) return laterYear(recur, start, range);
  const periods = Math.floor((range.start - start) / (duration * interval)) - 1;
  return start + Math.max(periods, 0) * duration * interval;
};

/** Years later, so that month and day stay. The 29th of February needs leap years. */
const laterYear = ({ freq, interval }: ICAL.Recur, start: number, range: Interval) => {
  const date = new Date(start);
  const isLeapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  const period =
    (freq === "YEARLY" ? interval : interval / commonDivisor(interval, 12)) * (isLeapDay ? 4 : 1);
  const years = new Date(range.start).getUTCFullYear() - date.getUTCFullYear();
  const periods = Math.floor(years / period) - 1;
  return periods > 0 ? date.setUTCFullYear(date.getUTCFullYear() + periods * period) : start;
};

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);
