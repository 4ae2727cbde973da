import { millisecondsInDay } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import { type Component, parameterOf, propertiesOf, propertyOf, requiredOf } from "./components.rules.ts";
import type { Property } from "./properties.rules.ts";
import { midnightOf, type Steps } from "./recurrence.rules.ts";
import { isDuration, lengthOf, readSpan, readWall, type Span, type Wall } from "./values.rules.ts";
import { instantOf, UTC, wallAt, type Zone } from "./zone.rules.ts";
import type { CalendarZones, FileZones } from "./zone-lookup.rules.ts";

export type CalendarReader = FileZones & {
  readonly email: string | null;
  readonly window: Interval;
  readonly steps: Steps;
};

/** A date or time in the file, with its zone's clock reading. A date is the midnight that begins it. */
export type Moment = Wall & { readonly zone: Zone; readonly instant: number };

/** Reads a value of a property. A time that names no zone is in `fallback`. */
const momentOf = (
  property: Property,
  value: string | undefined,
  { named }: CalendarZones,
  fallback: Zone,
): Moment => {
  const read = readWall(property, value);
  const tzid = parameterOf(property, "tzid");
  const local = tzid === "" || read.isDate ? fallback : named(tzid);
  const zone = read.isUtc ? UTC : local;
  return { ...read, zone, instant: instantOf(read.wall, zone) };
};

/**
 * Reads a value that names an occurrence of a series. A time names a whole day by the date on its clock; in UTC only at
 * midnight, since another time may be the midnight of any clock. Another
 * time in UTC stays an instant: it is the start of an occurrence, or names none.
 */
export const relatedMoment = (
  property: Property,
  value: string | undefined,
  zones: CalendarZones,
  start: Pick<Moment, "zone" | "isDate">,
): Moment => {
  const moment = momentOf(property, value, zones, start.zone);
  const wall = midnightOf(moment.wall);
  if (!start.isDate || moment.isDate || (moment.isUtc && moment.wall !== wall)) return moment;
  return { wall, isDate: true, isUtc: false, zone: start.zone, instant: instantOf(wall, start.zone) };
};

/** Returns the start of a series' occurrence on a day, where it has none at other times of the day. */
export const wallOn = (midnight: number, { wall }: Pick<Moment, "wall">): number =>
  midnight + (wall - midnightOf(wall));

/** When an event is: its first start, and how long it takes. */
export type Timing = Moment & { readonly span: Span };

/** @throws CalendarError */
export const timingOf = (event: Component, zones: CalendarZones): Timing => {
  const property = requiredOf(event, "dtstart");
  const start = momentOf(property, property.values[0], zones, zones.local);
  const span = spanOf(event, start, zones);
  return { ...start, span: start.isDate ? wholeDays(span) : span };
};

/** An event on a date takes that day at least, even if it has no end, or names the day itself as its end. */
const wholeDays = (span: Span): Span => {
  const days = Math.ceil(lengthOf(span) / millisecondsInDay);
  return { nominal: Math.max(1, days) * millisecondsInDay, exact: 0 };
};

/**
 * Returns whether an event that happens once is surely outside the window. Asks no zone, because an offset far from the
 * window takes long, and most events of a file are past.
 * @throws CalendarError
 */
export const isElsewhere = (event: Component, window: Interval): boolean => {
  const property = propertyOf(event, "dtstart");
  if (!property || propertyOf(event, "rrule") || propertyOf(event, "rdate")) return false;
  const { wall, isDate } = readWall(property);
  const day = isDate ? millisecondsInDay : 0;
  const end = Math.max(wall, statedEnd(event, wall)) + day;
  return end + OFFSETS < window.start || wall - OFFSETS > window.end;
};

/** Returns what some clock shows at the end of an event that starts at `wall`. */
const statedEnd = (event: Component, wall: number): number => {
  const property = lengthPropertyOf(event);
  return property?.name === "dtend" ? readWall(property).wall : wall + lengthOf(durationIn(property));
};

/** More than any difference between two clocks. */
export const OFFSETS = 2 * millisecondsInDay;

const spanOf = (event: Component, start: Moment, zones: CalendarZones): Span => {
  const property = lengthPropertyOf(event);
  if (property?.name !== "dtend") return durationIn(property);
  const end = momentOf(property, property.values[0], zones, start.zone);
  if (!start.isDate) return { nominal: 0, exact: end.instant - start.instant };
  const isMidnight = end.wall === midnightOf(end.wall);
  return { nominal: (isMidnight ? end.wall : wallAt(end.instant, start.zone)) - start.wall, exact: 0 };
};

/** Returns the property that says how long an event takes. One without a value, which cannot be read, only if no other does. */
const lengthPropertyOf = (event: Component): Property | undefined => {
  const properties = [...propertiesOf(event, "dtend"), ...propertiesOf(event, "duration")];
  return properties.find(({ values }) => values.length > 0) ?? properties[0];
};

const durationIn = (property: Property | undefined): Span =>
  property ? readSpan(property) : { nominal: 0, exact: 0 };

/** Returns whether a value is a period: a start with an end or a duration. */
export const isPeriod = (value: string): boolean => value.includes("/");

export const periodOf = (property: Property, value: string, zones: CalendarZones, fallback: Zone): Timing => {
  const [startText, endText = ""] = value.split("/");
  const start = momentOf(property, startText, zones, fallback);
  if (isDuration(endText)) return { ...start, span: readSpan(property, endText) };
  const end = momentOf(property, endText, zones, fallback);
  return { ...start, span: { nominal: 0, exact: end.instant - start.instant } };
};
