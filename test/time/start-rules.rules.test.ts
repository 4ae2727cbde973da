import { describe, expect, it } from "@jest/globals";
import {
  type BookingRules,
  NO_BOOKING_RULES,
  type StartRule,
} from "../../shared/time/booking-rules.rules.ts";
import { forbiddenStarts, localDaysAround, violatedStartRules } from "../../shared/time/start-rules.rules.ts";
import { interval } from "../support/calendars.ts";

const NOW = Date.parse("2026-07-01T12:00Z");
const at = (text: string) => Date.parse(`${text}Z`);
const input = (rules: Partial<BookingRules>, ...taken: string[]) => ({
  timeZone: "America/New_York",
  rules: { ...NO_BOOKING_RULES, ...rules },
  taken: taken.map((start) => ({ start: at(start), end: at(start) + 1_800_000 })),
  nowMilliseconds: NOW,
});
const HOUR_BEFORE = input({ minNoticeMinutes: 60 });
const WEEK = input({ maxAdvanceDays: 7 });
// Midnight in New York is at 4:00 UTC.
const TWO_A_DAY = input({ maxPerDay: 2 }, "2026-07-02T04:00", "2026-07-03T03:59", "2026-07-03T04:00");

const SPRING = input({ maxPerDay: 1 }, "2026-03-08T05:00");
const AUTUMN = input({ maxPerDay: 2 }, "2026-11-01T04:00", "2026-11-02T04:59");

it.each<[string, ReturnType<typeof input>, string, StartRule[]]>([
  ["without rules", input({}, "2026-07-01T12:00"), "2026-07-01T12:00", []],
  ["with just the notice", HOUR_BEFORE, "2026-07-01T13:00", []],
  ["a millisecond short of the notice", HOUR_BEFORE, "2026-07-01T12:59:59.999", ["minNoticeMinutes"]],
  ["with no notice, now", input({ minNoticeMinutes: 0 }), "2026-07-01T12:00", []],
  ["as far ahead as allowed", WEEK, "2026-07-08T12:00", []],
  ["a millisecond farther", WEEK, "2026-07-08T12:00:00.001", ["maxAdvanceDays"]],
  ["on a day that is full", TWO_A_DAY, "2026-07-02T04:00", ["maxPerDay"]],
  ["in the last millisecond of that day", TWO_A_DAY, "2026-07-03T03:59:59.999", ["maxPerDay"]],
  ["on the local day before", TWO_A_DAY, "2026-07-02T03:59:59.999", []],
  ["at the end of a full day of 23 hours", SPRING, "2026-03-09T03:59:59.999", ["maxPerDay"]],
  ["after a full day of 23 hours", SPRING, "2026-03-09T04:00", []],
  ["at the end of a full day of 25 hours", AUTUMN, "2026-11-02T04:59:59.999", ["maxPerDay"]],
  ["after a full day of 25 hours", AUTUMN, "2026-11-02T05:00", []],
  ["on a day with room for one", TWO_A_DAY, "2026-07-03T04:00", []],
  [
    "against all rules",
    input({ minNoticeMinutes: 60, maxAdvanceDays: 0, maxPerDay: 1 }, "2026-07-01T20:00"),
    "2026-07-01T12:00:00.001",
    ["minNoticeMinutes", "maxAdvanceDays", "maxPerDay"],
  ],
])("a start %s", (_, rules, start, broken) => {
  expect(violatedStartRules(rules, at(start))).toEqual(broken);
});

it("the forbidden starts of a range are those that each rule forbids", () => {
  const range = interval("2026-07-01T00:00/2026-07-10T00:00");
  const rules = input({ minNoticeMinutes: 60, maxAdvanceDays: 7, maxPerDay: 1 }, "2026-07-03T10:00");
  expect(forbiddenStarts(rules, range)).toEqual([
    interval("2026-07-01T00:00/2026-07-01T13:00"),
    interval("2026-07-08T12:00:00.001/2026-07-10T00:00"),
    interval("2026-07-03T04:00/2026-07-04T04:00"),
  ]);
});

describe("the local days around a range", () => {
  it.each([
    ["one day", "2026-07-01T10:00/2026-07-01T11:00", "2026-07-01T04:00/2026-07-02T04:00"],
    ["one that ends at midnight", "2026-07-01T10:00/2026-07-02T04:00", "2026-07-01T04:00/2026-07-02T04:00"],
    ["two days", "2026-07-02T03:59/2026-07-02T04:01", "2026-07-01T04:00/2026-07-03T04:00"],
    ["a day of 23 hours", "2026-03-08T12:00/2026-03-08T13:00", "2026-03-08T05:00/2026-03-09T04:00"],
    ["a day of 25 hours", "2026-11-01T12:00/2026-11-01T13:00", "2026-11-01T04:00/2026-11-02T05:00"],
  ])("are %s in New York", (_, range, days) => {
    expect(localDaysAround("America/New_York", interval(range))).toEqual(interval(days));
  });

  it("are a day beyond the date line in Kiritimati", () => {
    const range = interval("2026-07-01T10:00/2026-07-01T10:01");
    const day = interval("2026-07-01T10:00/2026-07-02T10:00");
    expect(localDaysAround("Pacific/Kiritimati", range)).toEqual(day);
  });
});
