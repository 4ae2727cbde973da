import { lastAt } from "../runtime/collections.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { isFree } from "./attendance.rules.ts";
import { type Component, propertiesOf } from "./components.rules.ts";
import {
  type CalendarReader,
  isElsewhere,
  isPeriod,
  type Moment,
  OFFSETS,
  periodOf,
  relatedMoment,
  type Timing,
  timingOf,
  wallOn,
} from "./event-timing.rules.ts";
import {
  exclusion,
  type Follower,
  isOverride,
  overridesOf,
  type Reach,
  type Replacements,
  replacementsOf,
} from "./overrides.rules.ts";
import { type Property, unreadable } from "./properties.rules.ts";
import { occurrences } from "./recurrence.rules.ts";
import { hasBlankPart, type RecurrenceRule, ruleOf } from "./rule-parts.rules.ts";
import { isDoubtful, untilTest } from "./until.rules.ts";
import { lengthOf, readWall, type Span } from "./values.rules.ts";
import { newestOf } from "./versions.rules.ts";
import { instantOf, wallAt } from "./zone.rules.ts";
import type { CalendarZones } from "./zone-lookup.rules.ts";

/** Returns the busy times of the events that share a UID, among them all that overlap the window. */
export const seriesTimes = (events: readonly Component[], reader: CalendarReader): Interval[] => {
  if (events.every((event) => isFree(event, reader.email))) return [];
  const isAlone = !events.some(isOverride);
  const masters = newestOf(events.filter((event) => !isOverride(event)).map((event) => ({ event })))
    .filter(({ event }) => !(isAlone && isIrrelevant(event, reader)))
    .map(({ event }) => ({ event, timing: timingOf(event, reader.zonesOf(event)) }));
  const start = masters[0]?.timing ?? { wall: 0, zone: reader.local, isDate: false };
  const overrides = overridesOf(events.filter(isOverride), start, reader);
  const replacements = replacementsOf(overrides, start);
  return [
    ...overrides.flatMap(({ timing }) => timesAt(timing, timing?.wall ?? 0)),
    ...masters.flatMap((master) => masterTimes(master, replacements, reader)),
  ];
};

const isIrrelevant = (event: Component, { email, window }: CalendarReader) =>
  isFree(event, email) || isElsewhere(event, window);

/** Returns the time of an occurrence that starts when the clock shows `wall`. */
const timeAt = ({ zone, span }: Pick<Timing, "zone" | "span">, wall: number): Interval => ({
  start: instantOf(wall, zone),
  end: instantOf(wall + span.nominal, zone) + span.exact,
});

type Master = { readonly event: Component; readonly timing: Timing };

const masterTimes = (
  master: Master,
  { followers, reach, isReplaced }: Replacements,
  reader: CalendarReader,
): Interval[] => {
  const { event, timing } = master;
  const own = isFree(event, reader.email) ? null : timing;
  if (own === null && reach.length === 0) return [];
  const range = expandedRange(timing, reach, reader.window);
  const isExcluded = exclusion(excludedDates(master, range, reader));
  const excludedWalls = new Set(excludedByRules(master, range, reader));
  return startsOf(master, range, reader).flatMap(({ wall, span }) => {
    const instant = instantOf(wall, timing.zone);
    if (excludedWalls.has(wall) || isExcluded({ wall, instant }) || isReplaced({ wall, instant })) return [];
    const follower = lastAt(followers, instant);
    return follower ? movedTimes(follower, instant) : timesAt(own && { ...own, span }, wall);
  });
};

const movedTimes = ({ timing, shift }: Follower, instant: number) =>
  timesAt(timing, timing ? wallAt(instant, timing.zone) + shift : 0);

const timesAt = (timing: Timing | null, wall: number) => (timing ? [timeAt(timing, wall)] : []);

/** Returns the wall-clock times at which an occurrence may start that overlaps the window when it is moved. */
const expandedRange = ({ span }: Timing, { earlier, later, length }: Reach, window: Interval): Interval => ({
  start: window.start - Math.max(lengthOf(span), length) - later - OFFSETS,
  end: window.end + earlier + OFFSETS,
});

type Start = { readonly wall: number; readonly span: Span };

/** Returns the starts of a series in a range on its zone's clock: the first one, by its rules, and by its dates. */
const startsOf = ({ event, timing }: Master, range: Interval, reader: CalendarReader): Start[] => {
  const walls = rulesOf(event, "rrule").flatMap((rule) => ruleStarts(rule, timing, range, reader));
  const dates = datesOf(event, "rdate", range.start, reader).map(([property, value]) =>
    dateStart(property, value, timing, reader.zonesOf(event)),
  );
  return [...new Set([timing.wall, ...walls])].map((wall) => ({ wall, span: timing.span })).concat(dates);
};

const rulesOf = (event: Component, name: string): RecurrenceRule[] =>
  propertiesOf(event, name).flatMap((property) => ruleOf(property) ?? []);

const dateStart = (property: Property, value: string, timing: Timing, zones: CalendarZones): Start => {
  if (isPeriod(value)) {
    const { instant, span } = periodOf(property, value, zones, timing.zone);
    return { wall: wallAt(instant, timing.zone), span };
  }
  const { wall, isDate, instant } = relatedMoment(property, value, zones, timing);
  if (isDate) return { wall: wallOn(wall, timing), span: timing.span };
  return { wall: wallAt(instant, timing.zone), span: timing.span };
};

const ruleStarts = (
  rule: RecurrenceRule,
  timing: Timing,
  range: Interval,
  { local, steps }: CalendarReader,
): number[] => {
  if (rule.until === "") return occurrences(rule, timing, range, steps);
  const until = readWall(rule.property, rule.until);
  const end = Math.min(range.end, until.wall + OFFSETS);
  return occurrences(rule, timing, { ...range, end }, steps).filter(untilTest(until, timing, local));
};

const excludedDates = ({ event, timing }: Master, range: Interval, reader: CalendarReader): Moment[] => {
  // A period has a length of its own: one may reach into the window from any time.
  const from = hasPeriods(event) ? Number.NEGATIVE_INFINITY : range.start;
  return datesOf(event, "exdate", from, reader).map(([property, value]) =>
    relatedMoment(property, value, reader.zonesOf(event), timing),
  );
};

/**
 * Returns the starts that the series' EXRULEs exclude.
 * @throws CalendarError for a rule whose last time is in doubt, since it would free somebody
 */
const excludedByRules = ({ event, timing }: Master, range: Interval, reader: CalendarReader): number[] =>
  rulesOf(event, "exrule").flatMap((rule) => {
    const isEndDoubtful = rule.until !== "" && isDoubtful(readWall(rule.property, rule.until), timing);
    if (isEndDoubtful || hasBlankPart(rule.property)) throw unreadable(rule.property);
    return ruleStarts(rule, timing, range, reader);
  });

const hasPeriods = (event: Component) =>
  propertiesOf(event, "rdate").some(({ values }) => values.some(isPeriod));

/** Returns the dates of a series, without times before `from`. Asks no zone for these: a file may have very many. */
const datesOf = (event: Component, name: string, from: number, { steps }: CalendarReader) =>
  propertiesOf(event, name).flatMap((property) =>
    property.values
      .filter((value) => {
        steps.take(1);
        return isPeriod(value) || readWall(property, value).wall >= from;
      })
      .map((value) => [property, value] as const),
  );
