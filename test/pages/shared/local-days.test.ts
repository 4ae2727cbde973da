import { describe, expect, it } from "@jest/globals";
import {
  addDays,
  dateIn,
  daysBetween,
  groupByDay,
  rangeOf,
  shownDates,
  startOfWeek,
} from "../../../pages/shared/local-days.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Zones from the first in which a day begins to the last, including one that changes its clocks by half an hour. */
const ZONES = [
  "Pacific/Kiritimati",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Europe/London",
  "America/New_York",
  "Pacific/Pago_Pago",
  "Etc/GMT+12",
];

describe("the days of free times", () => {
  it.each([
    ["Pacific/Kiritimati", [["2026-03-03", 2]]],
    [
      "Europe/London",
      [
        ["2026-03-02", 1],
        ["2026-03-03", 1],
      ],
    ],
    ["Pacific/Pago_Pago", [["2026-03-02", 2]]],
  ])("are those of the visitor's zone, on both sides of the date line: %s", (zone, expected) => {
    const days = groupByDay(["2026-03-03T00:30:00.000Z", "2026-03-02T20:00:00.000Z"], zone);
    expect(days.map(({ date, starts }) => [date, starts.length])).toEqual(expected);
  });

  it("are in order, and so are their times, whatever their order in the answer", () => {
    const starts = ["2026-03-04T10:00:00.000Z", "2026-03-02T11:00:00.000Z", "2026-03-02T10:00:00.000Z"];
    expect(groupByDay(starts, "Europe/London")).toEqual([
      { date: "2026-03-02", starts: ["2026-03-02T10:00:00.000Z", "2026-03-02T11:00:00.000Z"] },
      { date: "2026-03-04", starts: ["2026-03-04T10:00:00.000Z"] },
    ]);
  });

  it.each([
    ["set forward", "2026-03-08", 23],
    ["set back", "2026-11-01", 25],
  ])("have all their hours when the clock is %s", (_, date, hours) => {
    const midnight = Date.parse(`${date}T00:00:00.000Z`);
    const starts = Array.from({ length: 72 }, (__, hour) =>
      new Date(midnight - 24 * HOUR + hour * HOUR).toISOString(),
    );
    const day = groupByDay(starts, "America/New_York").find((each) => each.date === date);
    expect(day?.starts).toHaveLength(hours);
  });

  it("leave out the day that Samoa skipped when it crossed the date line", () => {
    const starts = ["2011-12-30T09:59:00.000Z", "2011-12-30T10:00:00.000Z"];
    expect(groupByDay(starts, "Pacific/Apia").map(({ date }) => date)).toEqual(["2011-12-29", "2011-12-31"]);
  });
});

describe("four weeks of days", () => {
  it("begin with the week of a day, as the visitor's calendar does", () => {
    expect(startOfWeek("2026-03-04", 1)).toBe("2026-03-02");
    expect(startOfWeek("2026-03-04", 7)).toBe("2026-03-01");
    expect(startOfWeek("2026-03-01", 7)).toBe("2026-03-01");
    expect(startOfWeek("2026-03-01", 1)).toBe("2026-02-23");
    expect(startOfWeek("2026-03-01", 6)).toBe("2026-02-28");
  });

  it("continue over the ends of months and years", () => {
    const dates = shownDates("2027-12-20");
    expect([dates.length, dates[12], dates.at(-1)]).toEqual([28, "2028-01-01", "2028-01-16"]);
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
    expect(daysBetween("2027-01-01", "2026-12-31")).toBe(-1);
  });

  it.each(ZONES)("are requested whole in %s, in no more than 31 days", (zone) => {
    const dateOf = dateIn(zone);
    for (const first of ["2026-02-16", "2026-03-23", "2026-10-05", "2026-10-26"]) {
      const { from, to } = rangeOf(first, 0);
      expect(dateOf(from) <= first).toBe(true);
      expect(dateOf(new Date(Date.parse(from) - 1).toISOString()) < first).toBe(true);
      expect(dateOf(to) >= addDays(first, 28)).toBe(true);
      expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(31 * DAY);
    }
  });

  it("request nothing that has passed", () => {
    const now = Date.parse("2026-03-04T12:00:00.000Z");
    expect(rangeOf("2026-03-02", now).from).toBe("2026-03-04T12:00:00.000Z");
    expect(rangeOf("2026-03-30", now).from).toBe("2026-03-29T10:00:00.000Z");
  });
});
