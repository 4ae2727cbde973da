import { describe, expect, it } from "@jest/globals";
import {
  instantsAtReadings,
  offsetInTable,
  offsetSpans,
  utcOffsetMinutes,
} from "../../shared/time/utc-offset.rules.ts";
import { interval } from "../support/calendars.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const HOUR = 3_600_000;

it.each([
  ["UTC", "2026-07-01T00:00", 0],
  ["America/New_York", "2026-03-08T06:59:59.999", -300],
  ["America/New_York", "2026-03-08T07:00", -240],
  ["America/New_York", "2026-11-01T05:59:59.999", -240],
  ["America/New_York", "2026-11-01T06:00", -300],
  ["Asia/Kathmandu", "2026-07-01T00:00", 345],
  ["Pacific/Kiritimati", "2026-07-01T00:00", 840],
])("the offset in %s at %s is %i minutes", (timeZone, instant, minutes) => {
  expect(utcOffsetMinutes(timeZone, at(instant))).toBe(minutes);
});

it("there is no unknown zone", () => {
  expect(() => utcOffsetMinutes("Mars/Olympus", 0)).toThrow(RangeError);
});

it.each<[string, string, [string, number][]]>([
  ["no change", "2026-07-01T00:00/2026-07-02T00:00", [["2026-07-01T00:00/2026-07-02T00:00", -4]]],
  [
    "both changes of a year",
    "2026-01-01T00:00/2027-01-01T00:00",
    [
      ["2026-01-01T00:00/2026-03-08T07:00", -5],
      ["2026-03-08T07:00/2026-11-01T06:00", -4],
      ["2026-11-01T06:00/2027-01-01T00:00", -5],
    ],
  ],
  ["a change at its end", "2026-03-08T00:00/2026-03-08T07:00", [["2026-03-08T00:00/2026-03-08T07:00", -5]]],
  [
    "a change a millisecond before its end",
    "2026-03-08T06:00/2026-03-08T07:00:00.001",
    [
      ["2026-03-08T06:00/2026-03-08T07:00", -5],
      ["2026-03-08T07:00/2026-03-08T07:00:00.001", -4],
    ],
  ],
  ["nothing in it", "2026-07-01T00:00/2026-07-01T00:00", []],
])("the spans of a range with %s", (_, range, spans) => {
  const expected = spans.map(([span, hours]) => ({ ...interval(span), offsetMilliseconds: hours * HOUR }));
  expect(offsetSpans("America/New_York", interval(range))).toEqual(expected);
});

it.each([
  ["within the span", "2026-07-01T09:00/2026-07-01T10:00", ["2026-07-01T13:00/2026-07-01T14:00"]],
  ["partly within it", "2026-07-01T07:00/2026-07-01T09:00", ["2026-07-01T12:00/2026-07-01T13:00"]],
  ["outside it", "2026-07-01T12:00/2026-07-01T13:00", []],
])("the instants at a reading %s", (_, reading, instants) => {
  const span = { ...interval("2026-07-01T12:00/2026-07-01T16:00"), offsetMilliseconds: -4 * HOUR };
  expect(instantsAtReadings([interval(reading)], span)).toEqual(instants.map(interval));
});

describe("a bundled table", () => {
  const table = {
    release: "2026a",
    period: interval("2026-01-01T00:00/2027-01-01T00:00"),
    zones: { "Test/Zone": 0 },
    offsets: [
      [
        [0, 60],
        [1_440, 120],
      ],
    ] as const,
  };

  it.each([
    ["its first instant", "Test/Zone", "2026-01-01T00:00", 60],
    ["the last before a change", "Test/Zone", "2026-01-01T23:59:59.999", 60],
    ["a change", "Test/Zone", "2026-01-02T00:00", 120],
    ["its last instant", "Test/Zone", "2026-12-31T23:59:59.999", 120],
    ["before its period", "Test/Zone", "2025-12-31T23:59:59.999", null],
    ["the end of its period", "Test/Zone", "2027-01-01T00:00", null],
    ["a zone that it lacks", "Other/Zone", "2026-01-01T00:00", null],
    ["an inherited name", "constructor", "2026-01-01T00:00", null],
    ["another inherited name", "__proto__", "2026-01-01T00:00", null],
  ])("has at %s, %s %s: %j", (_, timeZone, instant, minutes) => {
    expect(offsetInTable(table, timeZone, at(instant))).toBe(minutes);
  });
});
