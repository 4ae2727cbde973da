import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import { type OffsetSpan, offsetSpans, utcOffsetMinutes } from "../time/utc-offset.rules.ts";
import { FeedError, quoted } from "./feed-file.rules.ts";

/** Returns the milliseconds by which a zone's clock is ahead of UTC at an instant. */
export type Zone = (instant: number) => number;

export const UTC: Zone = () => 0;

/**
 * Returns the instant at which a zone's clock shows a time (given as if it were UTC). As RFC 5545 says: the first of two,
 * and for a time that the clock skips, what the offset before makes of it.
 */
export const instantOf = (wall: number, zone: Zone): number => {
  const before = wall - zone(wall - millisecondsInDay);
  if (wall - zone(before) === before) return before;
  const after = wall - zone(wall + millisecondsInDay);
  return wall - zone(after) === after ? after : before;
};

/** Returns what a zone's clock shows at an instant. */
export const wallAt = (instant: number, zone: Zone): number => instant + zone(instant);

/** Returns a zone of the IANA database, fast within a range. */
export const ianaZone = (timeZone: string, range: Interval): Zone => {
  let spans: OffsetSpan[] | null = null;
  return (instant) => {
    if (instant < range.start || instant >= range.end)
      return utcOffsetMinutes(timeZone, instant) * millisecondsInMinute;
    spans ??= offsetSpans(timeZone, range);
    return spans.findLast(({ start }) => start <= instant)?.offsetMilliseconds ?? 0;
  };
};

/** A date or a time of a clock, as if it were UTC. */
export type Wall = { readonly wall: number; readonly isDate: boolean; readonly isUtc: boolean };

/** Returns the last time that UNTIL includes: a date counts to its end. */
export const lastOf = ({ wall, isDate }: Wall): number => (isDate ? wall + millisecondsInDay - 1 : wall);

const WALL = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?$/;

/**
 * Reads a date or a time as the parser returns it: `T::` is the end of a date that does not say that it is one.
 * @throws FeedError for anything but a day, and a time on it
 */
export const readWall = (text: string): Wall => {
  const seconds = text.replace(/T::$/, "").replace(/:60(Z?)$/, ":59$1");
  const wall = WALL.test(seconds) ? Date.parse(seconds.replace(/(T.*\d)$/, "$1Z")) : Number.NaN;
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(seconds.replace("Z", "")))
    throw new FeedError(`A time in the calendar cannot be read: ${quoted(text)}.`);
  return { wall, isDate: !seconds.includes("T"), isUtc: seconds.endsWith("Z") };
};
