import {
  type FeedReader,
  isFree,
  type Moment,
  momentOf,
  type Span,
  type Timing,
  timingOf,
} from "./feed-event.rules.ts";
import { type Component, parameterOf, propertyOf } from "./feed-file.rules.ts";
import { midnightOf } from "./feed-recurrence.rules.ts";
import { wallAt, type Zone } from "./feed-zone.rules.ts";

/** An event that replaces one occurrence of a series, or with `follows` that one and all later ones. */
export type Override = {
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

export const overrideOf = (event: Component, zone: Zone, { zones, email }: FeedReader): Override => {
  const property = propertyOf(event, "recurrence-id");
  return {
    id: momentOf(property, property?.[3], zones, zone),
    follows: parameterOf(property, "range").toUpperCase() === "THISANDFUTURE",
    timing: isFree(event, email) ? null : timingOf(event, zones),
  };
};

export const replacementsOf = (overrides: readonly Override[], { zones }: FeedReader): Replacements => {
  const followers = overrides
    .filter(({ follows }) => follows)
    .map((override) => ({ ...override, instant: override.id.instant, shift: shiftOf(override) }))
    .toSorted((one, other) => one.instant - other.instant);
  const reach = {
    earlier: maximum(followers.map(({ shift }) => -shift)),
    later: maximum(followers.map(({ shift }) => shift)),
    length: maximum(followers.map(({ timing }) => (timing ? lengthOf(timing.span) : 0))),
  };
  const ids = overrides.map(({ id }) => id);
  return { followers, reach, isReplaced: exclusion(ids, zones.local) };
};

const shiftOf = ({ id, timing }: Override) => (timing ? timing.wall - wallAt(id.instant, timing.zone) : 0);

const maximum = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), 0);

export const lengthOf = ({ nominal, exact }: Span): number => nominal + exact;

/** An occurrence of a series of times, or with `isDate` of whole days. */
type Occurrence = { readonly wall: number; readonly instant: number; readonly isDate: boolean };

type Exclusion = (occurrence: Occurrence) => boolean;

/** Returns whether one of the moments means an occurrence. Whole days are those of the member's clock. */
export const exclusion = (moments: readonly Moment[], local: Zone): Exclusion => {
  const dates = moments.filter(({ isDate }) => isDate);
  const instants = new Set(moments.filter(({ isDate }) => !isDate).map(({ instant }) => instant));
  const days = new Set(dates.map(({ wall }) => midnightOf(wall)));
  let allDays: ReadonlySet<number> | null = null;
  return ({ wall, instant, isDate }) => {
    if (instants.has(instant)) return true;
    if (!isDate) return days.has(midnightOf(wall));
    allDays ??= new Set(moments.map((moment) => midnightOf(wallIn(moment, local))));
    return allDays.has(midnightOf(wall));
  };
};

/** A time in UTC that means a whole day is the day's midnight on the member's clock. */
const wallIn = ({ wall, isUtc, instant }: Moment, local: Zone) => (isUtc ? wallAt(instant, local) : wall);
