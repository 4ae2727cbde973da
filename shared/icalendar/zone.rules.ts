import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import { type OffsetSpan, offsetSpans, utcOffsetMinutes } from "../time/utc-offset.rules.ts";

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
