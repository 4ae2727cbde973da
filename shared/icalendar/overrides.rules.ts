import { groupBy } from "../runtime/collections.ts";
import { isFree } from "./attendance.rules.ts";
import { type Component, parameterOf, propertyOf, requiredOf } from "./components.rules.ts";
import {
  type CalendarReader,
  type Moment,
  relatedMoment,
  type Timing,
  timingOf,
  wallOn,
} from "./event-timing.rules.ts";
import { midnightOf, type SeriesStart } from "./recurrence.rules.ts";
import { lengthOf } from "./values.rules.ts";
import { newestOf } from "./versions.rules.ts";
import { instantOf, wallAt, type Zone } from "./zone.rules.ts";
import type { CalendarZones } from "./zone-lookup.rules.ts";

/** An event that replaces one occurrence of a series, or with `follows` that one and all later ones. */
type Override = {
  readonly id: Moment;
  readonly follows: boolean;
  /** Null where the event leaves the member free. */
  readonly timing: Timing | null;
};

/** An override of all occurrences from an instant on: by how much it moves them on its zone's clock. */
export type Follower = Override & { readonly instant: number; readonly shift: number };

/** The longest moves of occurrences by followers to each side, and the longest occurrence. */
export type Reach = { readonly earlier: number; readonly later: number; readonly length: number };

/** The effect of a UID's overrides on all its series. Worked out once, because a file may have very many of both. */
export type Replacements = {
  /** Sorted by instant. */
  readonly followers: readonly Follower[];
  readonly reach: Reach;
  readonly isReplaced: Exclusion;
};

export const isOverride = (event: Component): boolean => propertyOf(event, "recurrence-id") !== undefined;

type ZonedStart = SeriesStart & { readonly zone: Zone };

/** Returns the overrides of a series, each in its newest version. */
export const overridesOf = (
  events: readonly Component[],
  start: ZonedStart,
  { zonesOf, email }: CalendarReader,
): Override[] => {
  const versions = groupBy(
    events.map((event) => ({ event, ...occurrenceOf(event, start, zonesOf(event)) })),
    ({ id, follows }) => `${id.instant} ${id.isDate} ${follows}`,
  );
  return [...versions.values()].flatMap(newestOf).map(({ event, id, follows }) => ({
    id,
    follows,
    timing: isFree(event, email) ? null : timingOf(event, zonesOf(event)),
  }));
};

const occurrenceOf = (
  event: Component,
  start: ZonedStart,
  zones: CalendarZones,
): Omit<Override, "timing"> => {
  const property = requiredOf(event, "recurrence-id");
  return {
    id: relatedMoment(property, property.values[0], zones, start),
    follows: parameterOf(property, "range").toUpperCase() === "THISANDFUTURE",
  };
};

export const replacementsOf = (overrides: readonly Override[], start: ZonedStart): Replacements => {
  const followers = overrides
    .filter(({ follows }) => follows)
    .map((override) => followerOf(override, start))
    .toSorted((one, other) => one.instant - other.instant);
  const reach = {
    earlier: maximum(followers.map(({ shift }) => -shift)),
    later: maximum(followers.map(({ shift }) => shift)),
    length: maximum(followers.map(({ timing }) => (timing ? lengthOf(timing.span) : 0))),
  };
  return { followers, reach, isReplaced: exclusion(overrides.map(({ id }) => id)) };
};

const followerOf = (override: Override, start: ZonedStart): Follower => {
  const { id, timing } = override;
  const instant = id.isDate ? instantOf(wallOn(id.wall, start), start.zone) : id.instant;
  return { ...override, instant, shift: timing ? timing.wall - wallAt(instant, timing.zone) : 0 };
};

const maximum = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), 0);

type Exclusion = (occurrence: { readonly wall: number; readonly instant: number }) => boolean;

/** Returns whether one of the moments means an occurrence: its start, or the date on the series' clock. */
export const exclusion = (moments: readonly Moment[]): Exclusion => {
  const days = new Set(moments.filter(({ isDate }) => isDate).map(({ wall }) => wall));
  const instants = new Set(moments.filter(({ isDate }) => !isDate).map(({ instant }) => instant));
  return ({ wall, instant }) => instants.has(instant) || days.has(midnightOf(wall));
};
