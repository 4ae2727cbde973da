import { describe, expect, it } from "@jest/globals";
import { type DateRange, daysOffViolations } from "../../../shared/domain/scheduling/date-range.ts";
import { daysOffWithin } from "../../../shared/domain/scheduling/days-off.ts";

const dates = (startDate: string, endDate = startDate): DateRange => ({ startDate, endDate });

const interval = (text: string) => {
  const [start = "", end = ""] = text.split("/");
  return { start: Date.parse(`${start}Z`), end: Date.parse(`${end}Z`) };
};

describe("daysOffWithin", () => {
  it.each<{ title: string; timeZone: string; daysOff: DateRange[]; range: string; off: string[] }>([
    { title: "none", timeZone: "UTC", daysOff: [], range: "2026-01-01T00:00/2026-02-01T00:00", off: [] },
    {
      title: "one day",
      timeZone: "America/New_York",
      daysOff: [dates("2026-01-05")],
      range: "2026-01-01T00:00/2026-02-01T00:00",
      off: ["2026-01-05T05:00/2026-01-06T05:00"],
    },
    {
      title: "a spring-forward day has 23 hours",
      timeZone: "America/New_York",
      daysOff: [dates("2026-03-08")],
      range: "2026-03-01T00:00/2026-04-01T00:00",
      off: ["2026-03-08T05:00/2026-03-09T04:00"],
    },
    {
      title: "a fall-back day has 25",
      timeZone: "Europe/London",
      daysOff: [dates("2026-10-25")],
      range: "2026-10-01T00:00/2026-11-01T00:00",
      off: ["2026-10-24T23:00/2026-10-26T00:00"],
    },
    {
      title: "Lord Howe's has 24 and a half",
      timeZone: "Australia/Lord_Howe",
      daysOff: [dates("2026-04-05")],
      range: "2026-04-01T00:00/2026-05-01T00:00",
      off: ["2026-04-04T13:00/2026-04-05T13:30"],
    },
    {
      title: "unsorted, overlapping and adjacent ones join",
      timeZone: "Asia/Kathmandu",
      daysOff: [dates("2026-05-04"), dates("2026-05-01", "2026-05-02"), dates("2026-05-02", "2026-05-03")],
      range: "2026-04-01T00:00/2026-06-01T00:00",
      off: ["2026-04-30T18:15/2026-05-04T18:15"],
    },
    {
      title: "cut to the range",
      timeZone: "UTC",
      daysOff: [dates("2020-01-01", "2030-12-31")],
      range: "2026-05-01T10:00/2026-05-01T11:00",
      off: ["2026-05-01T10:00/2026-05-01T11:00"],
    },
    {
      title: "a date that the zone skips is no time at all",
      timeZone: "Pacific/Apia",
      daysOff: [dates("2011-12-30")],
      range: "2011-12-25T00:00/2012-01-05T00:00",
      off: [],
    },
    {
      title: "and a holiday over it joins the days beside it",
      timeZone: "Pacific/Apia",
      daysOff: [dates("2011-12-29", "2011-12-31")],
      range: "2011-12-25T00:00/2012-01-05T00:00",
      off: ["2011-12-29T10:00/2011-12-31T10:00"],
    },
    {
      title: "a midnight that comes twice",
      timeZone: "America/Sao_Paulo",
      daysOff: [dates("2018-02-17")],
      range: "2018-02-10T00:00/2018-02-20T00:00",
      off: ["2018-02-17T02:00/2018-02-18T03:00"],
    },
    {
      title: "malformed dates are no days",
      timeZone: "UTC",
      daysOff: [dates("soon")],
      range: "2026-01-01T00:00/2026-02-01T00:00",
      off: [],
    },
  ])("$title", ({ timeZone, daysOff, range, off }) => {
    expect(daysOffWithin(daysOff, timeZone, interval(range))).toEqual(off.map(interval));
  });
});

describe("daysOffViolations", () => {
  it("accepts days that exist, one or many", () => {
    const fine = [dates("2026-02-28"), dates("2028-02-29", "2028-03-01"), dates("2026-12-24", "2027-01-02")];
    expect(daysOffViolations(fine, "time_off")).toEqual([]);
  });

  it.each<[DateRange, string[]]>([
    [dates("2026-02-30", "2026-03-05"), ["start_date"]],
    [dates("2026-02-01", "2026-02-29"), ["end_date"]],
    [dates("2026-13-01"), ["start_date", "end_date"]],
    [dates("2026-00-10"), ["start_date", "end_date"]],
    [dates("2026-1-1", "2026-01-02"), ["start_date"]],
    [dates("2026-01-01T00:00:00.000Z", "2026-01-02"), ["start_date"]],
    [dates("", "2026-01-02"), ["start_date"]],
    [dates("+002026-01-01", "2026-01-02"), ["start_date"]],
    [dates("2026-01-02", "2026-01-01"), ["end_date"]],
  ])("refuses %j, naming %j", (bad, fields) => {
    const violations = daysOffViolations([dates("2026-01-01"), bad], "holidays");
    expect(violations.map(({ field }) => field)).toEqual(fields.map((field) => `holidays[1].${field}`));
  });
});
