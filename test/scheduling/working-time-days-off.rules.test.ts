import { describe, expect, it } from "@jest/globals";
import { type DateRange, type TimeOff, timeOffWithin } from "../../shared/scheduling/working-time.rules.ts";
import { dates, interval } from "../support/calendars.ts";

describe("days off", () => {
  it.each<{ title: string; timeZone: string; daysOff: DateRange[]; range: string; off: string[] }>([
    {
      title: "no days off",
      timeZone: "UTC",
      daysOff: [],
      range: "2026-01-01T00:00/2026-02-01T00:00",
      off: [],
    },
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
      title: "a fall-back day has 25 hours",
      timeZone: "Europe/London",
      daysOff: [dates("2026-10-25")],
      range: "2026-10-01T00:00/2026-11-01T00:00",
      off: ["2026-10-24T23:00/2026-10-26T00:00"],
    },
    {
      title: "a fall-back day on Lord Howe has 24.5 hours",
      timeZone: "Australia/Lord_Howe",
      daysOff: [dates("2026-04-05")],
      range: "2026-04-01T00:00/2026-05-01T00:00",
      off: ["2026-04-04T13:00/2026-04-05T13:30"],
    },
    {
      title: "unsorted, overlapping and adjacent days join",
      timeZone: "Asia/Kathmandu",
      daysOff: [dates("2026-05-04"), dates("2026-05-01", "2026-05-02"), dates("2026-05-02", "2026-05-03")],
      range: "2026-04-01T00:00/2026-06-01T00:00",
      off: ["2026-04-30T18:15/2026-05-04T18:15"],
    },
    {
      title: "clipped to the range",
      timeZone: "UTC",
      daysOff: [dates("2020-01-01", "2030-12-31")],
      range: "2026-05-01T10:00/2026-05-01T11:00",
      off: ["2026-05-01T10:00/2026-05-01T11:00"],
    },
    {
      title: "a date that the zone skips has no hours",
      timeZone: "Pacific/Apia",
      daysOff: [dates("2011-12-30")],
      range: "2011-12-25T00:00/2012-01-05T00:00",
      off: [],
    },
    {
      title: "a holiday over a skipped date joins the days around it",
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
  ])("$title", ({ timeZone, daysOff, range, off }) => {
    expect(timeOffWithin(daysOff, timeZone, interval(range))).toEqual(off.map(interval));
  });
});

describe("time off", () => {
  const off = (startAt: string, endAt: string) => ({
    startAt: `${startAt}:00.000Z`,
    endAt: `${endAt}:00.000Z`,
  });

  it.each<{ title: string; timeZone: string; timeOff: TimeOff[]; range: string; away: string[] }>([
    {
      title: "hours across midnight are the same instants in every zone",
      timeZone: "America/New_York",
      timeOff: [off("2026-05-01T22:00", "2026-05-02T05:30")],
      range: "2026-05-01T00:00/2026-05-03T00:00",
      away: ["2026-05-01T22:00/2026-05-02T05:30"],
    },
    {
      title: "hours over the repeated hour last as long as the instants say",
      timeZone: "America/New_York",
      timeOff: [off("2026-11-01T05:30", "2026-11-01T06:30")],
      range: "2026-11-01T00:00/2026-11-02T00:00",
      away: ["2026-11-01T05:30/2026-11-01T06:30"],
    },
    {
      title: "hours join the days that they touch",
      timeZone: "America/New_York",
      timeOff: [off("2026-03-09T03:00", "2026-03-09T06:00"), dates("2026-03-08")],
      range: "2026-03-01T00:00/2026-04-01T00:00",
      away: ["2026-03-08T05:00/2026-03-09T06:00"],
    },
    {
      title: "clipped to the range",
      timeZone: "UTC",
      timeOff: [off("2020-01-01T00:00", "2030-01-01T00:00")],
      range: "2026-05-01T10:00/2026-05-01T11:00",
      away: ["2026-05-01T10:00/2026-05-01T11:00"],
    },
    {
      title: "hours that end as the range begins are not in it",
      timeZone: "UTC",
      timeOff: [off("2026-05-01T09:00", "2026-05-01T10:00")],
      range: "2026-05-01T10:00/2026-05-01T11:00",
      away: [],
    },
  ])("$title", ({ timeZone, timeOff, range, away }) => {
    expect(timeOffWithin(timeOff, timeZone, interval(range))).toEqual(away.map(interval));
  });
});
