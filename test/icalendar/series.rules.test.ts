import { expect, it } from "@jest/globals";
import { calendarsOf, componentsOf } from "../../shared/icalendar/components.rules.ts";
import { seriesTimes } from "../../shared/icalendar/series.rules.ts";

const WINDOW = { start: Date.parse("2026-11-27T00:00:00Z"), end: Date.parse("2027-05-26T00:00:00Z") };

const eventsOf = (...lines: string[]) =>
  calendarsOf(Buffer.from(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\n"))).flatMap((calendar) =>
    componentsOf(calendar, "vevent"),
  );

/** Returns the count of times of the events, the steps that they take, and how often the member's zone is asked. */
const work = (...lines: string[]) => {
  let asked = 0;
  let taken = 0;
  const steps = {
    take: (count: number) => {
      taken += count;
    },
  };
  const local = () => {
    asked += 1;
    return 0;
  };
  const zones = { named: () => local, local };
  const reader = { zonesOf: () => zones, local, email: null, window: WINDOW, steps };
  return { times: seriesTimes(eventsOf(...lines), reader).length, asked, taken };
};

const many = (count: number, ...lines: string[]) =>
  Array.from({ length: count }, () => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"]).flat();

it.each<[string, string[], string[]]>([
  [
    "that move all later ones",
    ["DTSTART:20261201T100000", "DURATION:PT1H"],
    ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T100000", "DTSTART:20261203T120000", "DURATION:PT2H"],
  ],
  [
    "of whole days",
    ["DTSTART;VALUE=DATE:20261201"],
    ["RECURRENCE-ID:20261202T100000Z", "DTSTART:20261203T120000", "DURATION:PT2H"],
  ],
])("overrides %s are worked out once for all series of a UID", (_, master, override) => {
  const { times, asked } = work(...many(300, ...master), ...many(300, ...override));
  expect(times).toBe(600);
  expect(asked).toBeLessThan(300 * 30);
});

it.each([
  ["that ended is not read on from there", "RRULE:FREQ=DAILY;UNTIL=20151231T000000Z", 1],
  ["that ends on a date is not read on from there", "RRULE:FREQ=DAILY;UNTIL=20261203", 20],
  ["of a birthday is looked for in its month alone", "RRULE:FREQ=YEARLY", 12],
])("a series %s", (_, rule, steps) => {
  expect(work(...many(1, "DTSTART:20101202T100000", "DURATION:PT1H", rule)).taken).toBeLessThan(steps);
});

it.each([
  ["with an end", ["DTSTART:20250101T100000", "DTEND:20250101T110000"]],
  ["with a duration", ["DTSTART:20250101T100000", "DURATION:PT1H"]],
  ["with neither", ["DTSTART:20250101T100000"]],
  ["of a day", ["DTSTART;VALUE=DATE:20250101"]],
  ["of days", ["DTSTART;VALUE=DATE:20250101", "DURATION:P3D"]],
  ["that comes later", ["DTSTART:20301231T100000", "DTEND:20301231T110000"]],
  ["that comes later, with a duration", ["DTSTART:20301231T100000", "DURATION:PT1H"]],
  ["of a day that comes later", ["DTSTART;VALUE=DATE:20301231"]],
])("an event far from the window asks no zone: %s", (_, lines) => {
  expect(work(...many(100, ...lines))).toMatchObject({ times: 0, asked: 0 });
});

it.each(["RDATE", "EXDATE"])("1,000 past times by %s ask no zone", (name) => {
  const past = Array(1_000).fill("20251202T100000").join(",");
  const lines = ["DTSTART:20261201T100000", "DURATION:PT1H"];
  const { asked } = work(...many(1, ...lines));
  expect(work(...many(1, ...lines, `${name}:${past}`)).asked).toBe(asked);
});
