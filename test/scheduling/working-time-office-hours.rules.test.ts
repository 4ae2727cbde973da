import { describe, expect, it } from "@jest/globals";
import { type OfficeHoursWindow, officeHoursWithin } from "../../shared/scheduling/working-time.rules.ts";
import { daily, interval, weeklyWindow as window } from "../support/calendars.ts";

const newYork = "America/New_York";
const london = "Europe/London";
const lordHowe = "Australia/Lord_Howe";
const kathmandu = "Asia/Kathmandu";
const apia = "Pacific/Apia";
const saoPaulo = "America/Sao_Paulo";

const [monday, tuesday, thursday, friday, saturday, sunday] = [1, 2, 4, 5, 6, 7];

const everyDay = daily("00:00", "24:00");

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
      title: "clipped to the range",
      timeZone: "UTC",
      windows: [window(monday, "09:00", "17:00")],
      range: "2026-01-05T10:00/2026-01-05T10:01",
      open: ["2026-01-05T10:00/2026-01-05T10:01"],
    },
    {
      title: "unsorted, touching on one day",
      timeZone: "UTC",
      windows: [window(monday, "12:00", "15:00"), window(monday, "09:00", "12:00")],
      range: "2026-01-05T00:00/2026-01-06T00:00",
      open: ["2026-01-05T09:00/2026-01-05T15:00"],
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
      title: "a gap in London",
      timeZone: london,
      windows: [window(sunday, "00:00", "03:00")],
      range: "2026-03-28T12:00/2026-03-29T12:00",
      open: ["2026-03-29T00:00/2026-03-29T02:00"],
    },
    {
      title: "Lord Howe's gap is half an hour",
      timeZone: lordHowe,
      windows: [window(sunday, "01:00", "04:00")],
      range: "2026-10-03T00:00/2026-10-05T00:00",
      open: ["2026-10-03T14:30/2026-10-03T17:00"],
    },
    {
      title: "Lord Howe's fold is half an hour",
      timeZone: lordHowe,
      windows: [window(sunday, "00:00", "03:00")],
      range: "2026-04-04T00:00/2026-04-06T00:00",
      open: ["2026-04-04T13:00/2026-04-04T16:30"],
    },
    {
      title: "Kathmandu is 5:45 ahead",
      timeZone: kathmandu,
      windows: [window(friday, "09:00", "17:00")],
      range: "2026-05-01T00:00/2026-05-02T00:00",
      open: ["2026-05-01T03:15/2026-05-01T11:15"],
    },
    {
      title: "a day that begins with a gap begins at 01:00",
      timeZone: saoPaulo,
      windows: [window(sunday, "00:00", "02:00")],
      range: "2018-11-04T00:00/2018-11-05T00:00",
      open: ["2018-11-04T03:00/2018-11-04T04:00"],
    },
    {
      title: "a Saturday whose last hour comes twice",
      timeZone: saoPaulo,
      windows: [window(saturday, "22:00", "24:00")],
      range: "2018-02-17T12:00/2018-02-18T12:00",
      open: ["2018-02-18T00:00/2018-02-18T03:00"],
    },
    {
      title: "a skipped Friday has no hours",
      timeZone: apia,
      windows: [window(friday, "00:00", "24:00")],
      range: "2011-12-28T00:00/2012-01-02T00:00",
      open: [],
    },
    {
      title: "the days around a skipped Friday touch",
      timeZone: apia,
      windows: [window(thursday, "22:00", "24:00"), window(saturday, "00:00", "02:00")],
      range: "2011-12-28T00:00/2012-01-02T00:00",
      open: ["2011-12-30T08:00/2011-12-30T12:00"],
    },
    {
      title: "before 1970",
      timeZone: "UTC",
      windows: [window(tuesday, "09:00", "10:00")],
      range: "1969-12-30T00:00/1970-01-02T00:00",
      open: ["1969-12-30T09:00/1969-12-30T10:00"],
    },
  ])("$title", ({ timeZone, windows, range, open }) => {
    expect(officeHoursWithin(windows, timeZone, interval(range))).toEqual(open.map(interval));
  });

  it("is never open without windows or in an empty range", () => {
    const [from, to] = [Date.parse("2026-01-05"), Date.parse("2026-01-06")];
    expect(officeHoursWithin([], newYork, { start: from, end: to })).toEqual([]);
    expect(officeHoursWithin(everyDay, newYork, { start: to, end: from })).toEqual([]);
    expect(officeHoursWithin(everyDay, newYork, { start: Number.NaN, end: to })).toEqual([]);
  });

  it("throws for a zone that does not exist", () => {
    const range = interval("2026-01-05T00:00/2026-01-06T00:00");
    expect(() => officeHoursWithin(everyDay, "Mars/Olympus", range)).toThrow(RangeError);
  });
});

describe("a Sunday window in New York", () => {
  const sundayHours = (windows: OfficeHoursWindow[], date: string) =>
    officeHoursWithin(windows, newYork, interval(`${date}T00:00/${date}T12:00`));
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
