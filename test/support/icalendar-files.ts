import { type CalendarTime, readCalendar } from "../../shared/icalendar/read-calendar.rules.ts";

/** The range of a reading. */
export const WINDOW = { start: Date.parse("2026-11-27T00:00:00Z"), end: Date.parse("2027-05-26T00:00:00Z") };

/** A member in New York, where clocks go forward on March 14, 2027. */
export const MEMBER = { timeZone: "America/New_York", email: "ada@firm.example", window: WINDOW };

export const calendar = (...lines: string[]) =>
  Buffer.from(["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"));

export const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"];

/** Returns the times as `<start>/<end>`, to the minute and without the year, or the error. */
export const read = (
  file: Uint8Array,
  member: Parameters<typeof readCalendar>[1] = MEMBER,
  suffix: (time: CalendarTime) => string = () => "",
) => {
  const reading = readCalendar(file, member);
  if ("error" in reading) return reading.error;
  return reading.busy.map((time) => `${textOf(time.start)}/${textOf(time.end)}${suffix(time)}`).join(" ");
};

const textOf = (instant: number) => new Date(instant).toISOString().slice(5, 16);

/** The lines of an event of an hour, and its time. */
export const HOUR = ["DTSTART:20261201T150000Z", "DTEND:20261201T160000Z"];
export const THE_HOUR = "12-01T15:00/12-01T16:00";
/** The lines of an event on three days. */
export const DAILY = ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"];
