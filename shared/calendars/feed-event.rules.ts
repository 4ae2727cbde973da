import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import ICAL from "ical.js";
import type { Interval } from "../time/intervals.rules.ts";
import {
  type Component,
  FeedError,
  type Property,
  parameterOf,
  propertiesOf,
  propertyOf,
  quoted,
  textOf,
} from "./feed-file.rules.ts";
import { midnightOf, type Steps } from "./feed-recurrence.rules.ts";
import { instantOf, readWall, UTC, type Wall, wallAt, type Zone } from "./feed-zone.rules.ts";

/** The zones of a file by TZID, and that of times without one. */
export type FileZones = { readonly named: (tzid: string) => Zone; readonly local: Zone };

export type FeedReader = {
  readonly zones: FileZones;
  readonly email: string | null;
  readonly window: Interval;
  readonly steps: Steps;
};

/** A date or time in the file, with its zone's clock reading. A date is the midnight that begins it. */
export type Moment = Wall & { readonly zone: Zone; readonly instant: number };

/** Reads a value of a property. A time that names no zone is in `fallback`. */
export const momentOf = (
  property: Property | undefined,
  value: unknown,
  { named }: FileZones,
  fallback: Zone,
): Moment => {
  const read = readWall(String(value));
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
  property: Property | undefined,
  value: unknown,
  zones: FileZones,
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

/** A duration: days of the clock, which a change of the clock makes longer or shorter, and exact milliseconds. */
export type Span = { readonly nominal: number; readonly exact: number };

export const lengthOf = ({ nominal, exact }: Span): number => nominal + exact;

/** When an event is: its first start, and how long it takes. */
export type Timing = Moment & { readonly span: Span };

/** @throws FeedError */
export const timingOf = (event: Component, zones: FileZones): Timing => {
  const property = propertyOf(event, "dtstart");
  if (property === undefined) throw new FeedError("An event in the calendar has no start.");
  const start = momentOf(property, property[3], zones, zones.local);
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
 * @throws FeedError
 */
export const isElsewhere = (event: Component, window: Interval): boolean => {
  const property = propertyOf(event, "dtstart");
  if (!property || propertyOf(event, "rrule") || propertyOf(event, "rdate")) return false;
  const { wall, isDate } = readWall(String(property[3]));
  const day = isDate ? millisecondsInDay : 0;
  const end = Math.max(wall, statedEnd(event, wall)) + day;
  return end + OFFSETS < window.start || wall - OFFSETS > window.end;
};

/** Returns what some clock shows at the end of an event that starts at `wall`. */
const statedEnd = (event: Component, wall: number): number => {
  const property = propertyOf(event, "dtend");
  return property ? readWall(String(property[3])).wall : wall + lengthOf(durationOf(event));
};

/** More than any difference between two clocks. */
export const OFFSETS = 2 * millisecondsInDay;

const spanOf = (event: Component, start: Moment, zones: FileZones): Span => {
  const property = propertyOf(event, "dtend");
  if (property) {
    const end = momentOf(property, property[3], zones, start.zone);
    if (!start.isDate) return { nominal: 0, exact: end.instant - start.instant };
    const isMidnight = end.wall === midnightOf(end.wall);
    return { nominal: (isMidnight ? end.wall : wallAt(end.instant, start.zone)) - start.wall, exact: 0 };
  }
  return durationOf(event);
};

const durationOf = (event: Component): Span => {
  const duration = textOf(event, "duration");
  return duration === "" ? { nominal: 0, exact: 0 } : readSpan(duration);
};

/** More than any event takes, and little enough to be added to any date. */
const SPAN_MAXIMUM = 400 * 365 * millisecondsInDay;

const readSpan = (text: string): Span => {
  const span = parsedSpan(text);
  if (span !== null && Math.abs(lengthOf(span)) <= SPAN_MAXIMUM) return span;
  throw new FeedError(`A duration in the calendar cannot be read: ${quoted(text)}.`);
};

const parsedSpan = (text: string): Span | null => {
  try {
    const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
    const exact = hours * millisecondsInHour + minutes * millisecondsInMinute + seconds * 1_000;
    const nominal = (weeks * 7 + days) * millisecondsInDay;
    return isNegative ? { nominal: -nominal, exact: -exact } : { nominal, exact };
  } catch {
    return null;
  }
};

/** Reads a period: a start with an end or a duration. */
export const periodOf = (property: Property, value: unknown, zones: FileZones, fallback: Zone): Timing => {
  const [startText, endText] = [value].flat();
  const start = momentOf(property, startText, zones, fallback);
  const text = String(endText);
  if (ICAL.Duration.isValueString(text)) return { ...start, span: readSpan(text) };
  const end = momentOf(property, text, zones, fallback);
  return { ...start, span: { nominal: 0, exact: end.instant - start.instant } };
};

/** Returns whether the event leaves the member free: shown as free, canceled, or declined by the member. */
export const isFree = (event: Component, email: string | null): boolean =>
  says(event, "transp", "TRANSPARENT") ||
  says(event, "status", "CANCELLED") ||
  says(event, "x-microsoft-cdo-busystatus", "FREE") ||
  says(event, "x-microsoft-msncalendar-busystatus", "FREE") ||
  (email !== null && propertiesOf(event, "attendee").some((attendee) => hasDeclined(attendee, email)));

/** Returns whether each such line has the word: one of several may belong to a broken description. */
const says = (event: Component, name: string, word: string) => {
  const words = propertiesOf(event, name).map(([, , , value]) => String(value).trim().toUpperCase());
  return words.length > 0 && words.every((each) => each === word);
};

const hasDeclined = (attendee: Property, email: string) =>
  parameterOf(attendee, "partstat").toUpperCase() === "DECLINED" &&
  [String(attendee[3]), parameterOf(attendee, "email")].map(addressIn).includes(addressIn(email));

const addressIn = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "");
