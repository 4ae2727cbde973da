import { describe, expect, it } from "@jest/globals";
import { busyTimesOf } from "../../shared/calendars/feed-times.rules.ts";

const WINDOW = { start: Date.parse("2026-11-27T00:00:00Z"), end: Date.parse("2027-05-26T00:00:00Z") };

/** A member in New York. */
const MEMBER = { timeZone: "America/New_York", email: "ada@firm.example", window: WINDOW };

const calendar = (...lines: string[]) =>
  Buffer.from(["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"));

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"];

/** Returns the times as `<start> <end>` without seconds, or the error. */
const read = (file: Uint8Array, member = MEMBER) => {
  const reading = busyTimesOf(file, member);
  if ("error" in reading) return reading.error;
  return reading.times.map(({ start, end }) => `${textOf(start)} ${textOf(end)}`);
};

const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 16);

describe("an event", () => {
  it.each<[string, string[], string[]]>([
    ["in UTC", ["DTSTART:20261201T150000Z", "DTEND:20261201T160000Z"], ["2026-12-01T15:00 2026-12-01T16:00"]],
    [
      "all day on the member's clock",
      ["DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261203"],
      ["2026-12-01T05:00 2026-12-03T05:00"],
    ],
    ["shown as free", ["DTSTART:20261201T150000Z", "DTEND:20261201T160000Z", "TRANSP:TRANSPARENT"], []],
    ["canceled", ["DTSTART:20261201T150000Z", "DTEND:20261201T160000Z", "STATUS:CANCELLED"], []],
  ])("%s", (_, lines, times) => {
    expect(read(calendar(...event(...lines)))).toEqual(times);
  });
});
