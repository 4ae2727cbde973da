import { describe, expect, it } from "@jest/globals";
import { updateMemberEndpoint } from "../../shared/members/member.contract.ts";
import { bodyParser } from "../support/body-parser.ts";
import { dayRange, weeklyWindow as window } from "../support/calendars.ts";

const { invalidFields } = bodyParser(updateMemberEndpoint.body());

const MONDAY = 1;

describe("a window of office hours", () => {
  it.each([window(MONDAY, "00:00", "24:00"), window(7, " 09:00", "09:01")])("may be %j", (valid) => {
    expect(invalidFields({ office_hours: [valid] })).toEqual([]);
  });

  it.each([
    [window(0, "09:00", "17:00"), "weekday"],
    [window(8, "09:00", "17:00"), "weekday"],
    [window(1.5, "09:00", "17:00"), "weekday"],
    [window(MONDAY, "24:00", "24:00"), "start"],
    [window(MONDAY, "9:00", "17:00"), "start"],
    [window(MONDAY, "09:60", "17:00"), "start"],
    [window(MONDAY, "", "17:00"), "start"],
    [window(MONDAY, "09:00", "24:01"), "end"],
    [window(MONDAY, "09:00", "17:00:00"), "end"],
    [window(MONDAY, "09:00", "09:00"), "end"],
    [window(MONDAY, "17:00", "09:00"), "end"],
    [window(MONDAY, "17:00", "00:00"), "end"],
  ])("cannot be %j, because of its %s", (invalid, field) => {
    expect(invalidFields({ office_hours: [window(2, "09:00", "17:00"), invalid] })).toEqual([
      `office_hours.1.${field}`,
    ]);
  });

  it("reports every invalid field at once", () => {
    expect(invalidFields({ office_hours: [window(9, "x", "y")] })).toEqual([
      "office_hours.0.weekday",
      "office_hours.0.start",
      "office_hours.0.end",
    ]);
  });
});

describe("hours of a date", () => {
  const hours = (start: unknown, end: unknown) => ({ start, end });
  const onDate = (date: unknown, ...windows: unknown[]) => ({ date, windows });

  it.each([
    onDate("2028-02-29"),
    onDate(" 2055-03-02 ", hours("00:00", "24:00")),
    onDate("2055-03-02", hours("09:00", "12:00"), hours(" 12:00", "17:00 ")),
  ])("may be %j", (valid) => {
    expect(invalidFields({ date_hours: [valid] })).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [onDate("2055-02-29"), ["date"]],
    [onDate("2055-3-2"), ["date"]],
    [onDate("2055-03-02T00:00:00Z"), ["date"]],
    [onDate(""), ["date"]],
    [onDate(5), ["date"]],
    [{ windows: [] }, ["date"]],
    [{ date: "2055-03-02" }, ["windows"]],
    [{ date: "2055-03-02", windows: null }, ["windows"]],
    [onDate("2055-03-02", hours("09:00", "17:00"), hours("24:00", "24:00")), ["windows.1.start"]],
    [onDate("2055-03-02", hours("9:00", "17:00")), ["windows.0.start"]],
    [onDate("2055-03-02", hours("09:00", "24:01")), ["windows.0.end"]],
    [onDate("2055-03-02", hours("09:00", "09:00")), ["windows.0.end"]],
    [onDate("2055-03-02", hours("22:00", "02:00")), ["windows.0.end"]],
    [onDate("2055-03-02", window(1, "09:00", "17:00")), ["windows.0.weekday"]],
    [onDate("x", hours("x", "y")), ["date", "windows.0.start", "windows.0.end"]],
    [{ ...onDate("2055-03-02"), reason: "Trial" }, ["reason"]],
  ])("cannot be %j, because of %j", (invalid, fields) => {
    expect(invalidFields({ date_hours: [onDate("2055-03-01"), invalid] })).toEqual(
      fields.map((field) => `date_hours.1.${field}`),
    );
  });
});

describe("days off", () => {
  it.each([
    dayRange("2026-02-28"),
    dayRange("2028-02-29", "2028-03-01"),
    dayRange("2026-12-24", "2027-01-02"),
  ])("may be %j", (days) => {
    expect(invalidFields({ time_off: [days] })).toEqual([]);
  });

  it.each<[ReturnType<typeof dayRange>, string[]]>([
    [dayRange("2026-02-30", "2026-03-05"), ["start_date"]],
    [dayRange("2026-02-01", "2026-02-29"), ["end_date"]],
    [dayRange("2026-13-01"), ["start_date", "end_date"]],
    [dayRange("2026-00-10"), ["start_date", "end_date"]],
    [dayRange("2026-1-1", "2026-01-02"), ["start_date"]],
    [dayRange("2026-01-01T00:00:00.000Z", "2026-01-02"), ["start_date"]],
    [dayRange("", "2026-01-02"), ["start_date"]],
    [dayRange("+002026-01-01", "2026-01-02"), ["start_date"]],
    [dayRange("2026-01-02", "2026-01-01"), ["end_date"]],
  ])("cannot be %j, because of %j", (days, fields) => {
    expect(invalidFields({ time_off: [dayRange("2026-01-01"), days] })).toEqual(
      fields.map((field) => `time_off.1.${field}`),
    );
  });
});

it("hours off cannot end before they start", () => {
  const instant = "2026-05-01T10:00:00Z";
  expect(invalidFields({ time_off: [{ start_at: instant, end_at: instant }] })).toEqual([
    "time_off.0.end_at",
  ]);
});
