import { describe, expect, it } from "@jest/globals";
import {
  type DateHours,
  type DateRange,
  entriesWithin,
  type OfficeHoursWindow,
  officeHoursWithin,
  type TimeOff,
  timeOffWithin,
} from "../../shared/time/working-time.rules.ts";
import { daily, dates, interval, weeklyWindow as window } from "../support/calendars.ts";

const newYork = "America/New_York";
const london = "Europe/London";
const lordHowe = "Australia/Lord_Howe";
const apia = "Pacific/Apia";

const [monday, tuesday, friday, sunday] = [1, 2, 5, 7];

const everyDay = daily("00:00", "24:00");

const hoursOf = (timeZone: string, officeHours: readonly OfficeHoursWindow[]) => ({
  timeZone,
  officeHours,
  dateHours: [],
});

describe("officeHoursWithin", () => {
  it.each<{ title: string; timeZone: string; windows: OfficeHoursWindow[]; range: string; open: string[] }>([
    {
      title: "an ordinary day in winter",
      timeZone: newYork,
      windows: [window(monday, "09:00", "17:00")],
      range: "2026-01-05T00:00/2026-01-06T00:00",
      open: ["2026-01-05T14:00/2026-01-05T22:00"],
    },
    {
      title: "an ordinary day in summer",
      timeZone: newYork,
      windows: [window(monday, "09:00", "17:00")],
      range: "2026-07-06T00:00/2026-07-07T00:00",
      open: ["2026-07-06T13:00/2026-07-06T21:00"],
    },
    {
      title: "touching across midnight and the week's end",
      timeZone: newYork,
      windows: [window(monday, "00:00", "02:00"), window(sunday, "22:00", "24:00")],
      range: "2026-01-04T12:00/2026-01-05T12:00",
      open: ["2026-01-05T03:00/2026-01-05T07:00"],
    },
    {
      title: "every hour of every day, across a zone change",
      timeZone: newYork,
      windows: everyDay,
      range: "2026-03-01T00:00/2026-04-01T00:00",
      open: ["2026-03-01T00:00/2026-04-01T00:00"],
    },
    {
      title: "exactly the repeated hour is two hours",
      timeZone: london,
      windows: [window(sunday, "01:00", "02:00")],
      range: "2026-10-25T00:00/2026-10-26T00:00",
      open: ["2026-10-25T00:00/2026-10-25T02:00"],
    },
    {
      title: "Lord Howe's gap is half an hour",
      timeZone: lordHowe,
      windows: [window(sunday, "01:00", "04:00")],
      range: "2026-10-03T00:00/2026-10-05T00:00",
      open: ["2026-10-03T14:30/2026-10-03T17:00"],
    },
    {
      title: "a skipped Friday has no hours",
      timeZone: apia,
      windows: [window(friday, "00:00", "24:00")],
      range: "2011-12-28T00:00/2012-01-02T00:00",
      open: [],
    },
    {
      title: "before 1970",
      timeZone: "UTC",
      windows: [window(tuesday, "09:00", "10:00")],
      range: "1969-12-30T00:00/1970-01-02T00:00",
      open: ["1969-12-30T09:00/1969-12-30T10:00"],
    },
  ])("$title", ({ timeZone, windows, range, open }) => {
    expect(officeHoursWithin(hoursOf(timeZone, windows), interval(range))).toEqual(open.map(interval));
  });

  it("is never open without windows or in an empty range", () => {
    const [from, to] = [Date.parse("2026-01-05"), Date.parse("2026-01-06")];
    expect(officeHoursWithin(hoursOf(newYork, []), { start: from, end: to })).toEqual([]);
    expect(officeHoursWithin(hoursOf(newYork, everyDay), { start: to, end: from })).toEqual([]);
    expect(officeHoursWithin(hoursOf(newYork, everyDay), { start: Number.NaN, end: to })).toEqual([]);
  });

  it("throws for a zone that does not exist", () => {
    const range = interval("2026-01-05T00:00/2026-01-06T00:00");
    expect(() => officeHoursWithin(hoursOf("Mars/Olympus", everyDay), range)).toThrow(RangeError);
  });
});

describe("a Sunday window in New York", () => {
  const sundayHours = (windows: OfficeHoursWindow[], date: string) =>
    officeHoursWithin(hoursOf(newYork, windows), interval(`${date}T00:00/${date}T12:00`));
  const times = (open: string[], date: string) =>
    open.map((text) => interval(`${date}T${text.replace("/", `/${date}T`)}`));

  it.each<[string, string, string, string[]]>([
    ["around the gap is an hour shorter", "01:00", "04:00", ["06:00/08:00"]],
    ["starting in the gap opens at the jump", "02:30", "04:00", ["07:00/08:00"]],
    ["ending in the gap closes at the jump", "01:00", "02:30", ["06:00/07:00"]],
    ["wholly in the gap never opens", "02:00", "03:00", []],
  ])("%s, when 02:00 becomes 03:00", (_, start, end, open) => {
    expect(sundayHours([window(sunday, start, end)], "2026-03-08")).toEqual(times(open, "2026-03-08"));
  });

  it("touches the next at a skipped time", () => {
    const windows = [window(sunday, "01:00", "02:30"), window(sunday, "02:30", "04:00")];
    expect(sundayHours(windows, "2026-03-08")).toEqual(times(["06:00/08:00"], "2026-03-08"));
  });

  it.each<[string, string, string, string[]]>([
    ["around the fold is an hour longer", "00:00", "03:00", ["04:00/08:00"]],
    ["starting in the fold opens in both passes", "01:30", "03:00", ["05:30/06:00", "06:30/08:00"]],
    ["ending in the fold opens in both passes", "00:00", "01:30", ["04:00/05:30", "06:00/06:30"]],
    ["wholly in the fold opens in both passes", "01:15", "01:45", ["05:15/05:45", "06:15/06:45"]],
  ])("%s, when 02:00 becomes 01:00", (_, start, end, open) => {
    expect(sundayHours([window(sunday, start, end)], "2026-11-01")).toEqual(times(open, "2026-11-01"));
  });
});

describe("hours of a date", () => {
  const hoursOn = (date: string, ...windows: readonly string[]): DateHours => ({
    date,
    windows: windows.map((window) => {
      const [start = "", end = ""] = window.split("-");
      return { start, end };
    }),
  });
  const workdays = daily("09:00", "17:00");

  it.each<{
    title: string;
    timeZone?: string;
    officeHours?: OfficeHoursWindow[];
    dateHours: DateHours[];
    range: string;
    open: string[];
  }>([
    {
      title: "replace the weekly ones there, and not a week later",
      officeHours: [window(monday, "09:00", "17:00")],
      dateHours: [hoursOn("2026-01-05", "08:00-10:00", "18:00-20:00")],
      range: "2026-01-05T00:00/2026-01-13T00:00",
      open: [
        "2026-01-05T13:00/2026-01-05T15:00",
        "2026-01-05T23:00/2026-01-06T01:00",
        "2026-01-12T14:00/2026-01-12T22:00",
      ],
    },
    {
      title: "open a day that has no weekly ones",
      officeHours: [],
      dateHours: [hoursOn("2026-01-04", "09:00-12:00")],
      range: "2026-01-01T00:00/2026-02-01T00:00",
      open: ["2026-01-04T14:00/2026-01-04T17:00"],
    },
    {
      title: "close the date when there are none",
      dateHours: [hoursOn("2026-01-06")],
      range: "2026-01-05T12:00/2026-01-08T12:00",
      open: ["2026-01-05T14:00/2026-01-05T22:00", "2026-01-07T14:00/2026-01-07T22:00"],
    },
    {
      title: "count by the date that the attorney's clock shows",
      timeZone: "Pacific/Auckland",
      dateHours: [hoursOn("2026-07-02"), hoursOn("2026-07-03", "06:00-07:00")],
      range: "2026-07-01T00:00/2026-07-03T00:00",
      open: ["2026-07-01T00:00/2026-07-01T05:00", "2026-07-02T18:00/2026-07-02T19:00"],
    },
    {
      title: "touch those of the next date and the weekly ones across midnight",
      dateHours: [hoursOn("2026-01-05", "22:00-24:00"), hoursOn("2026-01-06", "00:00-24:00")],
      officeHours: [window(3, "00:00", "01:00")],
      range: "2026-01-05T00:00/2026-01-08T00:00",
      open: ["2026-01-06T03:00/2026-01-07T06:00"],
    },
    {
      title: "of a date whose last hour comes twice open in both",
      timeZone: "America/Sao_Paulo",
      dateHours: [hoursOn("2018-02-17", "23:00-24:00"), hoursOn("2018-02-18")],
      range: "2018-02-17T12:00/2018-02-19T00:00",
      open: ["2018-02-18T01:00/2018-02-18T03:00"],
    },
    {
      title: "of a date that has no midnight begin at its first instant",
      timeZone: "America/Sao_Paulo",
      dateHours: [hoursOn("2018-11-03"), hoursOn("2018-11-04", "00:00-02:00")],
      range: "2018-11-03T00:00/2018-11-05T00:00",
      open: ["2018-11-04T03:00/2018-11-04T04:00"],
    },
    {
      title: "of a date that the zone skips are never open",
      timeZone: apia,
      dateHours: [hoursOn("2011-12-30", "00:00-24:00")],
      range: "2011-12-28T12:00/2012-01-01T00:00",
      open: [
        "2011-12-28T19:00/2011-12-29T03:00",
        "2011-12-29T19:00/2011-12-30T03:00",
        "2011-12-30T19:00/2011-12-31T03:00",
        "2011-12-31T19:00/2012-01-01T00:00",
      ],
    },
  ])("$title", ({ timeZone = newYork, officeHours = workdays, dateHours, range, open }) => {
    const hours = { timeZone, officeHours, dateHours };
    expect(officeHoursWithin(hours, interval(range))).toEqual(open.map(interval));
  });
});

describe("days off", () => {
  it.each<{ title: string; timeZone: string; daysOff: DateRange[]; range: string; off: string[] }>([
    {
      title: "a spring-forward day has 23 hours",
      timeZone: "America/New_York",
      daysOff: [dates("2026-03-08")],
      range: "2026-03-01T00:00/2026-04-01T00:00",
      off: ["2026-03-08T05:00/2026-03-09T04:00"],
    },
    {
      title: "unsorted, overlapping and adjacent days join",
      timeZone: "Asia/Kathmandu",
      daysOff: [dates("2026-05-04"), dates("2026-05-01", "2026-05-02"), dates("2026-05-02", "2026-05-03")],
      range: "2026-04-01T00:00/2026-06-01T00:00",
      off: ["2026-04-30T18:15/2026-05-04T18:15"],
    },
    {
      title: "a date that the zone skips has no hours",
      timeZone: "Pacific/Apia",
      daysOff: [dates("2011-12-30")],
      range: "2011-12-25T00:00/2012-01-05T00:00",
      off: [],
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
      title: "hours over the repeated hour last from instant to instant",
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
      title: "hours that end as the range begins are not in it",
      timeZone: "UTC",
      timeOff: [off("2026-05-01T09:00", "2026-05-01T10:00")],
      range: "2026-05-01T10:00/2026-05-01T11:00",
      away: [],
    },
  ])("$title", ({ timeZone, timeOff, range, away }) => {
    expect(timeOffWithin(timeOff, timeZone, interval(range))).toEqual(away.map(interval));
  });

  it("shows the entries that overlap a range by the zone's clock, as they are", () => {
    const shown = [dates("2055-03-02"), off("2055-03-02T04:59", "2055-03-02T05:01"), dates("2055-03-03")];
    const hidden = [dates("2055-03-01"), off("2055-03-02T04:00", "2055-03-02T05:00"), dates("2055-03-04")];
    const twoDays = interval("2055-03-02T05:00/2055-03-04T05:00");
    expect(entriesWithin([...hidden, ...shown], newYork, twoDays)).toEqual(shown);
  });
});
