import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import type { Interval } from "../../shared/time/intervals.rules.ts";
import { type AttorneyCalendar, alternativeStarts, nextAvailable } from "../../shared/time/slots.rules.ts";
import type { DateRange, OfficeHoursWindow } from "../../shared/time/working-time.rules.ts";

/** Parses an interval in UTC, for example "2026-03-08T05:00/2026-03-08T06:00". */
export const interval = (text: string): Interval => {
  const [start = "", end = ""] = text.split("/");
  return { start: Date.parse(`${start}Z`), end: Date.parse(`${end}Z`) };
};

export const dates = (startDate: string, endDate = startDate): DateRange => ({ startDate, endDate });

/** Returns a range of days in the form of a body. */
export const dayRange = (start_date: string, end_date = start_date) => ({ start_date, end_date });

export const weeklyWindow = (weekday: number, start: string, end: string): OfficeHoursWindow => ({
  weekday,
  start,
  end,
});

export const daily = (start: string, end: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => weeklyWindow(weekday, start, end));

/** A calendar in New York, four hours behind UTC in summer. */
export const newYorkCalendar: AttorneyCalendar = {
  timeZone: "America/New_York",
  officeHours: daily("09:00", "17:00"),
  dateHours: [],
  timeOff: [],
  holidays: [],
  rules: NO_BOOKING_RULES,
  taken: [],
  busyTimes: [],
  nowMilliseconds: 0,
};

/** Returns the starts that are offered in place of one that cannot be booked. */
export const alternativesTo = (calendar: AttorneyCalendar, wantedStart: number, durationMinutes: number) =>
  nextAvailable({ calendar, range: alternativeStarts(calendar, wantedStart), durationMinutes });
