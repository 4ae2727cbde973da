import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { type Interval, intersect, merge } from "./intervals.rules.ts";
import { instantsAtReadings, type OffsetSpan, offsetSpans } from "./utc-offset.rules.ts";

/** A part of a day on the attorney's clock. Times are "HH:MM", an end may be "24:00". */
export type DayWindow = { readonly start: string; readonly end: string };

/** The same part of a day in every week. Weekday 1 is Monday. */
export type OfficeHoursWindow = DayWindow & { readonly weekday: number };

/** The office hours of one local date ("YYYY-MM-DD") in place of the weekly ones. Without windows, it is closed. */
export type DateHours = { readonly date: string; readonly windows: readonly DayWindow[] };

/** An attorney's office hours: weekly ones, and those of single dates, each at most once. */
export type OfficeHours = {
  readonly timeZone: string;
  readonly officeHours: readonly OfficeHoursWindow[];
  readonly dateHours: readonly DateHours[];
};

/**
 * The part of one window, on one day, within one offset of the zone. The clock of that offset shows the window's start
 * at `opensAt`, which can lie outside the part.
 */
export type OfficeHoursPart = Interval & { readonly opensAt: number };

/**
 * Returns the parts of `range` within office hours, merged.
 *
 * A window is the set of instants at which the attorney's clock shows its day and a time in [start, end). So times
 * that the clock skips are never open, and times that it shows twice are open twice: a window with a boundary inside
 * the repeated hour is open in both passes, as two intervals with a break between them.
 */
export function officeHoursWithin(hours: OfficeHours, range: Interval): Interval[] {
  return merge(officeHoursParts(hours, range));
}

/** Returns the same instants before merging, so that each part keeps the opening of its window. */
export function officeHoursParts(hours: OfficeHours, range: Interval): OfficeHoursPart[] {
  const windowsOn = windowsByDay(hours);
  return offsetSpans(hours.timeZone, range).flatMap((span) =>
    localDays(span).flatMap((midnight) =>
      windowsOn(midnight).flatMap((window) => windowParts(window, midnight, span)),
    ),
  );
}

/** Returns a function from the midnight of a local day (wall-clock time as if it were UTC) to the windows of that day. */
function windowsByDay({ officeHours, dateHours }: OfficeHours): (midnight: number) => readonly DayWindow[] {
  const byDate = new Map(dateHours.map(({ date, windows }) => [Date.parse(date), windows]));
  return (midnight) =>
    byDate.get(midnight) ?? officeHours.filter(({ weekday }) => weekday === weekdayOf(midnight));
}

function windowParts({ start, end }: DayWindow, midnight: number, span: OffsetSpan): OfficeHoursPart[] {
  const opens = midnight + millisecondsAfterMidnight(start);
  const reading = { start: opens, end: midnight + millisecondsAfterMidnight(end) };
  return instantsAtReadings([reading], span).map((part) => ({
    ...part,
    opensAt: opens - span.offsetMilliseconds,
  }));
}

function millisecondsAfterMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * millisecondsInHour + minutes * millisecondsInMinute;
}

function localDays({ start, end, offsetMilliseconds }: OffsetSpan): number[] {
  const first = Math.floor((start + offsetMilliseconds) / millisecondsInDay) * millisecondsInDay;
  const count = Math.ceil((end + offsetMilliseconds - first) / millisecondsInDay);
  return Array.from({ length: count }, (_, day) => first + day * millisecondsInDay);
}

function weekdayOf(midnight: number): number {
  return new Date(midnight).getUTCDay() || 7;
}

/** Whole local days as "YYYY-MM-DD", the last one inclusive: a firm's holiday or an attorney's days off. */
export type DateRange = { readonly startDate: string; readonly endDate: string };

/** The time from one ISO-8601 UTC instant up to another, which is not included. */
type InstantRange = { readonly startAt: string; readonly endAt: string };

/** An absence of an attorney: whole local days, or from one instant to another. */
export type TimeOff = DateRange | InstantRange;

/**
 * Returns the parts of `range` that fall on time off, merged. A day is the set of instants at which the zone's clock
 * shows its date: 23 or 25 hours when the clock changes, none if the zone skips the date.
 */
export function timeOffWithin(entries: readonly TimeOff[], timeZone: string, range: Interval): Interval[] {
  const spans = offsetSpans(timeZone, range);
  return merge(entries.flatMap((entry) => partsOf(entry, spans)));
}

/** Returns the entries with a part within `range`. */
export function entriesWithin<Entry extends TimeOff>(
  entries: readonly Entry[],
  timeZone: string,
  range: Interval,
): Entry[] {
  const spans = offsetSpans(timeZone, range);
  return entries.filter((entry) => partsOf(entry, spans).length > 0);
}

/** Returns the parts of the spans that belong to the entry. */
function partsOf(entry: TimeOff, spans: readonly OffsetSpan[]): Interval[] {
  if ("startAt" in entry) {
    return intersect([{ start: Date.parse(entry.startAt), end: Date.parse(entry.endAt) }], spans);
  }
  const days = [{ start: Date.parse(entry.startDate), end: Date.parse(entry.endDate) + millisecondsInDay }];
  return spans.flatMap((span) => instantsAtReadings(days, span));
}
