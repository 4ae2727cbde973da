import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Moment } from "./event-timing.rules.ts";
import { midnightOf } from "./recurrence.rules.ts";
import { lastOf, type Wall } from "./values.rules.ts";
import { instantOf, wallAt, type Zone } from "./zone.rules.ts";

/**
 * Returns a test whether a series goes on at a time of its clock. It passes each time that UNTIL may include, since a busy
 * time that is missing is booked: a series in UTC may end by the member's clock.
 */
export const untilTest = (until: Wall, start: Moment, local: Zone): ((wall: number) => boolean) => {
  if (start.isDate) {
    const last = lastDay(until, local);
    return (wall) => wall <= last;
  }
  if (until.isUtc) return (wall) => instantOf(wall, start.zone) <= until.wall;
  const last = lastOf(until);
  if (start.isUtc) return (wall) => Math.min(wall, wallAt(wall, local)) <= last;
  return (wall) => wall <= last;
};

/** Returns whether the test may pass a time that UNTIL does not include. */
export const isDoubtful = (until: Wall, start: Pick<Moment, "isDate" | "isUtc">): boolean =>
  start.isDate ? until.isUtc : start.isUtc && !until.isUtc;

/** Every zone's midnight is a multiple of it. */
const QUARTER = 15 * millisecondsInMinute;
/** The offset of the zone whose days begin first. */
const FIRST_OFFSET = 14 * millisecondsInHour;

/**
 * Returns the last day of a series of whole days. Exchange writes the instant at which that day begins for its user. If the
 * member's clock shows no midnight then, the user's is another one.
 */
const lastDay = ({ wall, isUtc }: Wall, local: Zone): number => {
  if (!isUtc || wall % QUARTER !== 0) return midnightOf(wall);
  const own = wallAt(wall, local);
  return own === midnightOf(own) ? own : midnightOf(wall + FIRST_OFFSET);
};
