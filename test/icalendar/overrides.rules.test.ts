import { expect, it } from "@jest/globals";
import { calendar, DAILY, event, MEMBER, read, THE_HOUR } from "../support/icalendar-files.ts";

const SECOND = "RECURRENCE-ID:20261202T100000";
const TO_THE_TENTH = ["DTSTART:20261210T100000", "DURATION:PT2H"];
const TO_NOON = ["DTSTART:20261203T120000", "DURATION:PT2H"];
const OTHERS = `${THE_HOUR} 12-03T15:00/12-03T16:00`;
const MOVED = `${OTHERS} 12-10T15:00/12-10T17:00`;
const LATER_MOVED = `${THE_HOUR} 12-03T17:00/12-03T19:00 12-04T17:00/12-04T19:00`;

it.each<[string, string[], string]>([
  ["moves one", [SECOND, ...TO_THE_TENTH], MOVED],
  ["names it in UTC", ["RECURRENCE-ID:20261202T150000Z", ...TO_THE_TENTH], MOVED],
  ["names its day", ["RECURRENCE-ID;VALUE=DATE:20261202", ...TO_THE_TENTH], MOVED],
  ["names it in another zone", ["RECURRENCE-ID;TZID=Asia/Tokyo:20261203T000000", ...TO_THE_TENTH], MOVED],
  ["moves one out of the window", [SECOND, "DTSTART:20281210T100000", "DURATION:PT2H"], OTHERS],
  ["cancels one", [SECOND, "STATUS:CANCELLED"], OTHERS],
  ["frees one", [SECOND, "DTSTART:20261202T100000", "DURATION:PT1H", "TRANSP:TRANSPARENT"], OTHERS],
  [
    "declines one",
    [
      SECOND,
      "DTSTART:20261202T100000",
      "DURATION:PT1H",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example",
    ],
    OTHERS,
  ],
  [
    "moves one and all later ones",
    ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T100000", ...TO_NOON],
    LATER_MOVED,
  ],
  [
    "moves the one of a day and all later ones",
    ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261202", ...TO_NOON],
    LATER_MOVED,
  ],
  [
    "ends the series",
    ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T100000", "DTSTART:20261202T100000", "STATUS:CANCELLED"],
    THE_HOUR,
  ],
  [
    "is of no time of the series",
    ["RECURRENCE-ID:20251202T100000", ...TO_THE_TENTH],
    "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00 12-03T15:00/12-03T16:00 12-10T15:00/12-10T17:00",
  ],
])("an override %s", (_, lines, times) => {
  expect(read(calendar(...event(...lines), ...event(...DAILY)))).toBe(times);
});

const DAYS = ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=3"];

it.each<[name: string, timeZone: string, id: string]>([
  ["its date", "America/New_York", ";VALUE=DATE:20261202"],
  ["midnight in UTC", "America/New_York", ":20261202T000000Z"],
  ["midnight in UTC", "Europe/Berlin", ":20261202T000000Z"],
  ["midnight in UTC", "Pacific/Auckland", ":20261202T000000Z"],
  ["midnight on the clock", "America/New_York", ":20261202T050000Z"],
  ["midnight on the clock", "Europe/Berlin", ":20261201T230000Z"],
  ["midnight of another clock", "Europe/Berlin", ";TZID=Asia/Tokyo:20261202T000000"],
])("an override names a whole day by %s in %s", (_, timeZone, id) => {
  const readDays = (range: string, ...lines: string[]) =>
    read(calendar(...event(`RECURRENCE-ID${range}${id}`, ...lines), ...event(...DAYS)), {
      ...MEMBER,
      timeZone,
    });
  const days = (...dates: string[]) =>
    read(calendar(...dates.flatMap((date) => event(`DTSTART;VALUE=DATE:${date}`))), { ...MEMBER, timeZone });
  expect(readDays("", "DTSTART;VALUE=DATE:20261210")).toBe(days("20261201", "20261203", "20261210"));
  expect(readDays(";RANGE=THISANDFUTURE", "DTSTART;VALUE=DATE:20261210")).toBe(
    days("20261201", "20261210", "20261211"),
  );
  expect(readDays(";RANGE=THISANDFUTURE", "DTSTART;VALUE=DATE:20261202", "STATUS:CANCELLED")).toBe(
    days("20261201"),
  );
});

it("moves into the window from before and after it", () => {
  const before = ["DTSTART:20200101T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"];
  const moved = (range: string, id: string, start: string) =>
    event(`RECURRENCE-ID${range}:${id}`, `DTSTART:${start}`, "DURATION:PT1H");
  const all = ";RANGE=THISANDFUTURE";
  expect(read(calendar(...event(...before), ...moved("", "20200102T100000", "20261201T100000")))).toBe(
    THE_HOUR,
  );
  expect(read(calendar(...event(...before), ...moved(all, "20200101T100000", "20261201T100000")))).toBe(
    `${THE_HOUR} 12-02T15:00/12-02T16:00`,
  );
  const after = ["DTSTART:20300101T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"];
  expect(read(calendar(...event(...after), ...moved(all, "20300101T100000", "20261201T100000")))).toBe(
    `${THE_HOUR} 12-02T15:00/12-02T16:00`,
  );
});

it.each(["STATUS:CANCELLED", "TRANSP:TRANSPARENT"])(
  "that does not count may have a time that does: %s",
  (line) => {
    const override = event("RECURRENCE-ID:20261202T100000", "DTSTART:20261201T100000", "DURATION:PT1H");
    expect(read(calendar(...event(...DAILY, line), ...override))).toBe(THE_HOUR);
  },
);
