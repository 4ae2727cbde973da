import { millisecondsInDay } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import {
  type FileZones,
  isFree,
  type Moment,
  momentOf,
  periodOf,
  type Span,
  type Timing,
  timingOf,
} from "./feed-event.rules.ts";
import { type Component, parameterOf, propertiesOf, propertyOf } from "./feed-file.rules.ts";
import { midnightOf, occurrences, type Steps } from "./feed-recurrence.rules.ts";
import type { RecurrenceRule } from "./feed-rule-parts.rules.ts";
import { instantOf, readWall, wallAt, type Zone } from "./feed-zone.rules.ts";

export type FeedReader = {
  readonly zones: FileZones;
  readonly email: string | null;
  readonly window: Interval;
  readonly steps: Steps;
};

/** An event that replaces one occurrence of a series, or with `follows` that one and all later ones. */
type Override = {
  readonly id: Moment;
  readonly follows: boolean;
  /** Null where the event leaves the member free. */
  readonly timing: Timing | null;
};

/** An override of all later occurrences: by how much it moves them on its zone's clock. */
type Follower = Override & { readonly shift: number };

const isOverride = (event: Component) => propertyOf(event, "recurrence-id") !== undefined;

/** Returns the busy times of the events that share a UID, among them all that overlap the window. */
export const seriesTimes = (events: readonly Component[], reader: FeedReader): Interval[] => {
  const isAlone = !events.some(isOverride);
  const masters = events
    .filter((event) => !isOverride(event) && !(isAlone && isFree(event, reader.email)))
    .map((event) => ({ event, timing: timingOf(event, reader.zones) }));
  const zone = masters[0]?.timing.zone ?? reader.zones.local;
  const overrides = events.filter(isOverride).map((event) => overrideOf(event, zone, reader));
  return [
    ...overrides.flatMap(({ timing }) => timesAt(timing, timing?.wall ?? 0)),
    ...masters.flatMap((master) => masterTimes(master, overrides, reader)),
  ];
};

const overrideOf = (event: Component, zone: Zone, { zones, email }: FeedReader): Override => {
  const property = propertyOf(event, "recurrence-id");
  return {
    id: momentOf(property, property?.[3], zones, zone),
    follows: parameterOf(property, "range").toUpperCase() === "THISANDFUTURE",
    timing: isFree(event, email) ? null : timingOf(event, zones),
  };
};

/** Returns the time of an occurrence that starts when the clock shows `wall`. */
const timeAt = ({ zone, span }: Pick<Timing, "zone" | "span">, wall: number): Interval => ({
  start: instantOf(wall, zone),
  end: instantOf(wall + span.nominal, zone) + span.exact,
});

type Master = { readonly event: Component; readonly timing: Timing };

const masterTimes = (master: Master, overrides: readonly Override[], reader: FeedReader): Interval[] => {
  const { event, timing } = master;
  const own = isFree(event, reader.email) ? null : timing;
  const followers = followersOf(overrides);
  if (own === null && !followers.some((follower) => follower.timing)) return [];
  const isExcluded = exclusion(master, overrides, reader);
  const range = expandedRange(timing, followers, reader.window);
  return startsOf(master, range, reader).flatMap(({ wall, span }) => {
    reader.steps.take(followers.length / FOLLOWERS_OF_STEP);
    const instant = instantOf(wall, timing.zone);
    if (isExcluded(wall, instant)) return [];
    const follower = followers.findLast(({ id }) => id.instant <= instant);
    return follower ? movedTimes(follower, instant) : timesAt(own && { ...own, span }, wall);
  });
};

const movedTimes = ({ timing, shift }: Follower, instant: number) =>
  timesAt(timing, timing ? wallAt(instant, timing.zone) + shift : 0);

const timesAt = (timing: Timing | null, wall: number) => (timing ? [timeAt(timing, wall)] : []);

/** Followers looked through in about the time of a step. */
const FOLLOWERS_OF_STEP = 100;

const followersOf = (overrides: readonly Override[]): Follower[] =>
  overrides
    .filter(({ follows }) => follows)
    .map((override) => ({ ...override, shift: shiftOf(override) }))
    .toSorted((one, other) => one.id.instant - other.id.instant);

const shiftOf = ({ id, timing }: Override) => (timing ? timing.wall - wallAt(id.instant, timing.zone) : 0);

/** Returns the wall-clock times at which an occurrence may start that overlaps the window when it is moved. */
const expandedRange = ({ span }: Timing, followers: readonly Follower[], window: Interval): Interval => {
  const shifts = [0, ...followers.map(({ shift }) => shift)];
  const lengths = [span, ...followers.flatMap(({ timing }) => (timing ? [timing.span] : []))].map(lengthOf);
  return {
    start: window.start - maximum(lengths) - maximum(shifts) - OFFSETS,
    end: window.end + maximum(shifts.map((shift) => -shift)) + OFFSETS,
  };
};

/** More than any difference between two clocks. */
const OFFSETS = 2 * millisecondsInDay;

const lengthOf = ({ nominal, exact }: Span) => nominal + exact;

const maximum = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), 0);

type Start = { readonly wall: number; readonly span: Span };

/** Returns the starts of a series in a range on its zone's clock: the first one, by its rules, and by its dates. */
const startsOf = ({ event, timing }: Master, range: Interval, { zones, steps }: FeedReader): Start[] => {
  const walls = propertiesOf(event, "rrule").flatMap(([, , , rule]) =>
    ruleStarts(rule as RecurrenceRule, timing, range, steps),
  );
  const dates = propertiesOf(event, "rdate").flatMap((property) =>
    property.slice(3).map((value) => {
      steps.take(1);
      return dateStart(property, value, timing, zones);
    }),
  );
  return [...new Set([timing.wall, ...walls])].map((wall) => ({ wall, span: timing.span })).concat(dates);
};

const dateStart = (
  property: Parameters<typeof periodOf>[0],
  value: unknown,
  timing: Timing,
  zones: FileZones,
): Start => {
  if (Array.isArray(value)) {
    const { instant, span } = periodOf(property, value, zones, timing.zone);
    return { wall: wallAt(instant, timing.zone), span };
  }
  const { wall, isDate, instant } = momentOf(property, value, zones, timing.zone);
  if (isDate) return { wall: wall + (timing.wall - midnightOf(timing.wall)), span: timing.span };
  return { wall: wallAt(instant, timing.zone), span: timing.span };
};

const ruleStarts = (rule: RecurrenceRule, timing: Timing, range: Interval, steps: Steps): number[] => {
  const walls = occurrences(rule, timing, range, steps);
  if (rule.until === undefined) return walls;
  const until = readWall(String(rule.until));
  if (timing.isDate || until.isDate)
    return walls.filter((wall) => midnightOf(wall) <= midnightOf(until.wall));
  return walls.filter((wall) => (until.isUtc ? instantOf(wall, timing.zone) : wall) <= until.wall);
};

/** Returns whether an occurrence is left out: by an EXDATE, or since an override takes its place. */
const exclusion = (
  { event, timing }: Master,
  overrides: readonly Override[],
  { zones, steps }: FeedReader,
): ((wall: number, instant: number) => boolean) => {
  const dates = propertiesOf(event, "exdate").flatMap((property) =>
    property.slice(3).map((value) => {
      steps.take(1);
      return momentOf(property, value, zones, timing.zone);
    }),
  );
  const moments = [...dates, ...overrides.map(({ id }) => id)];
  const instants = new Set(moments.filter(({ isDate }) => !isDate).map(({ instant }) => instant));
  const days = new Set(
    moments
      .filter(({ isDate }) => isDate || timing.isDate)
      .map((moment) => midnightOf(wallIn(moment, timing))),
  );
  return (wall, instant) => instants.has(instant) || days.has(midnightOf(wall));
};

/** A time in UTC that means a whole day is the day's midnight on the member's clock. */
const wallIn = ({ wall, isUtc, instant }: Moment, { zone }: Timing) => (isUtc ? wallAt(instant, zone) : wall);
