import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { lastAt } from "../runtime/collections.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { type OffsetSpan, offsetSpans, utcOffsetMinutes } from "../time/utc-offset.rules.ts";
import {
  type Component,
  componentsOf,
  FeedError,
  propertiesOf,
  propertyOf,
  quoted,
  textOf,
} from "./feed-file.rules.ts";
import { occurrences, type Steps } from "./feed-recurrence.rules.ts";
import type { RecurrenceRule } from "./feed-rule-parts.rules.ts";
import { zoneNamed } from "./feed-zone-names.rules.ts";

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
const ianaZone = (timeZone: string, range: Interval): Zone => {
  let spans: OffsetSpan[] | null = null;
  return (instant) => {
    if (instant < range.start || instant >= range.end)
      return utcOffsetMinutes(timeZone, instant) * millisecondsInMinute;
    spans ??= offsetSpans(timeZone, range);
    return spans.findLast(({ start }) => start <= instant)?.offsetMilliseconds ?? 0;
  };
};

type Source = {
  readonly calendars: readonly Component[];
  /** The member's zone, for times without a zone and for zones that nobody knows. */
  readonly timeZone: string;
  readonly window: Interval;
  readonly steps: Steps;
};

/** Instants around the window whose offsets are looked up once. */
const MARGIN = 40 * millisecondsInDay;

/** Returns a function from a TZID to its zone: as the file defines it, else by its name or offset, else the member's. */
export const zonesOf = ({ calendars, timeZone, window, steps }: Source): ((tzid: string) => Zone) => {
  const range = { start: window.start - MARGIN, end: window.end + MARGIN };
  const defined = new Map(
    calendars
      .flatMap((calendar) => componentsOf(calendar, "vtimezone"))
      .map((component) => [bare(textOf(component, "tzid")), component]),
  );
  const named = remembered((name) => ianaZone(name, range));
  const find = remembered((tzid) => {
    steps.take(STEPS_OF_NAME);
    const component = defined.get(tzid);
    const fromFile = component && zoneOf(component, range.end, steps);
    return fromFile ?? fixedZone(tzid) ?? named(zoneNamed(tzid) ?? timeZone);
  });
  return (tzid) => find(bare(tzid));
};

/** The time that the runtime takes for a name that it does not know. */
const STEPS_OF_NAME = 20;

const remembered = (find: (name: string) => Zone) => {
  const known = new Map<string, Zone>();
  return (name: string): Zone => {
    const zone = known.get(name) ?? find(name);
    known.set(name, zone);
    return zone;
  };
};

/** A TZID as a parameter and as a property of the zone may be quoted and escaped differently. */
const bare = (tzid: string) => tzid.replace(/["\\]/g, "").trim();

const FIXED = /^(?:GMT|UTC)([+-]\d\d)(?::?([0-5]\d))?$/i;

/** No clock is further ahead of UTC, or behind it. */
const OFFSET_MAXIMUM = 14 * millisecondsInHour;

/** Returns the zone that a TZID such as `GMT+0200` names by its offset. In `Etc/GMT+2`, a zone of IANA, + is west. */
const fixedZone = (tzid: string): Zone | null => {
  const [, hours, minutes = "00"] = FIXED.exec(tzid) ?? [];
  const offset = hours === undefined ? Number.NaN : offsetOf(hours + minutes);
  return Math.abs(offset) <= OFFSET_MAXIMUM ? () => offset : null;
};

/** A change of a zone's offset. */
type Change = { readonly instant: number; readonly from: number; readonly to: number };

/** Returns the zone of a VTIMEZONE; null if it has no offsets. */
const zoneOf = (component: Component, end: number, steps: Steps): Zone | null => {
  const changes = [...componentsOf(component, "standard"), ...componentsOf(component, "daylight")]
    .flatMap((observance) => changesOf(observance, end, steps))
    .toSorted((one, other) => one.instant - other.instant);
  const [first] = changes;
  if (first === undefined) return null;
  return (instant) => lastAt(changes, instant)?.to ?? first.from;
};

const changesOf = (observance: Component, end: number, steps: Steps): Change[] => {
  const from = offsetOf(textOf(observance, "tzoffsetfrom"));
  const to = offsetOf(textOf(observance, "tzoffsetto"));
  const start = readWall(textOf(observance, "dtstart"));
  const dates = propertiesOf(observance, "rdate").flatMap((property) => {
    steps.take(property.length);
    return property.slice(3).map((value) => readWall(String(value)).wall);
  });
  const rule = propertyOf(observance, "rrule")?.[3] as RecurrenceRule | undefined;
  const until = rule?.until === undefined ? Number.POSITIVE_INFINITY : untilOf(String(rule.until), from);
  const last = { start: Math.min(until, end) - RULE_PERIOD, end };
  const repeated = rule ? occurrences(rule, start, last, steps) : [];
  return [start.wall, ...dates, ...repeated]
    .map((wall) => ({ instant: wall - from, from, to }))
    .filter(({ instant }) => instant <= until);
};

/** The window, and more than the time between two changes by a rule, of which the last ones are enough. */
const RULE_PERIOD = 1_500 * millisecondsInDay;

const untilOf = (text: string, offset: number) => {
  const until = readWall(text);
  return until.isUtc ? until.wall : lastOf(until) - offset;
};

const OFFSET = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/;

const offsetOf = (text: string) => {
  const [, sign, hours, minutes, seconds = "0"] = OFFSET.exec(text) ?? [];
  if (sign === undefined) throw new FeedError(`A time zone's offset cannot be read: ${quoted(text)}.`);
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === "-" ? -size : size) * 1_000;
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
