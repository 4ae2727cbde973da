import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import ICAL from "ical.js";
import { type Property, unreadable } from "./properties.rules.ts";

/** A date or a time of a clock, as if it were UTC. */
export type Wall = { readonly wall: number; readonly isDate: boolean; readonly isUtc: boolean };

/** Returns the last time that UNTIL includes: a date counts to its end. */
export const lastOf = ({ wall, isDate }: Wall): number => (isDate ? wall + millisecondsInDay - 1 : wall);

/** Programs in JavaScript may write the milliseconds. */
const WALL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?(Z?))?$/;

/** Returns null for anything but a day, and a time on it. A leap second is the one before it. */
export const wallIn = (text: string): Wall | null => {
  const [, year, month, day, hour, minute, second, utc] = WALL.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = hour === undefined ? "00:00:00" : `${hour}:${minute}:${second === "60" ? "59" : second}`;
  const wall = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(`${date}T${time}`)) return null;
  return { wall, isDate: hour === undefined, isUtc: utc === "Z" };
};

/** @throws CalendarError */
export const readWall = (property: Property, text = property.values[0] ?? ""): Wall => {
  const wall = wallIn(text);
  if (wall === null) throw unreadable(property, text);
  return wall;
};

/** A duration: days of the clock, which a change of the clock makes longer or shorter, and exact milliseconds. */
export type Span = { readonly nominal: number; readonly exact: number };

export const lengthOf = ({ nominal, exact }: Span): number => nominal + exact;

export const isDuration = (text: string): boolean => ICAL.Duration.isValueString(text);

/** More than any event takes, and little enough to be added to any date. */
const SPAN_MAXIMUM = 400 * 365 * millisecondsInDay;

/** @throws CalendarError */
export const readSpan = (property: Property, text = property.values[0] ?? ""): Span => {
  const span = parsedSpan(text);
  if (span === null || Math.abs(lengthOf(span)) > SPAN_MAXIMUM) throw unreadable(property, text);
  return span;
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
