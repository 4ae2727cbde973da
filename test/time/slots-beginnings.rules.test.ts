import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { type AttorneyCalendar, freeStarts } from "../../shared/time/slots.rules.ts";
import { daily, dates, interval, newYorkCalendar } from "../support/calendars.ts";

afterEach(() => {
  jest.restoreAllMocks();
});

const roundTheClock = daily("00:00", "24:00");

const timesOf = (instants: readonly number[]) =>
  instants.map((at) => new Date(at).toISOString().slice(11, 16));

/** Returns the starts of three quarters of an hour on a Wednesday, as New York's clock shows them. */
const starts = (change: Partial<AttorneyCalendar>, range = "2026-07-01T04:00/2026-07-02T04:00") => {
  const calendar = { ...newYorkCalendar, officeHours: daily("09:00", "12:00"), ...change };
  const found = freeStarts({ calendar, range: interval(range), durationMinutes: 45, stepMinutes: 30 });
  return timesOf(found.map((at) => at - 4 * 3_600_000));
};

const rules = (change: Partial<AttorneyCalendar["rules"]>) => ({ ...NO_BOOKING_RULES, ...change });
const utc = (text: string) => ({
  startAt: `${text.split("/")[0]}:00.000Z`,
  endAt: `${text.split("/")[1]}:00.000Z`,
});

describe("a free interval's beginning", () => {
  it("is a start between two slots if no step fits there", () => {
    const taken = [
      interval("2026-07-01T13:00/2026-07-01T13:45"),
      interval("2026-07-01T14:30/2026-07-01T16:00"),
    ];
    expect(starts({ taken })).toEqual(["09:45"]);
  });

  it.each<[string, Partial<AttorneyCalendar>, string[]]>([
    ["a slot ends", { taken: [interval("2026-07-01T13:00/2026-07-01T14:40")] }, ["10:40", "11:00"]],
    [
      "the buffer of a slot ends",
      { taken: [interval("2026-07-01T13:00/2026-07-01T14:40")], rules: rules({ bufferMinutes: 15 }) },
      ["10:55", "11:00"],
    ],
    [
      "the last of several slots ends",
      {
        taken: [interval("2026-07-01T14:00/2026-07-01T14:50"), interval("2026-07-01T13:00/2026-07-01T14:20")],
      },
      ["10:50", "11:00"],
    ],
    ["partial time off ends", { timeOff: [utc("2026-07-01T12:00/2026-07-01T14:40")] }, ["10:40", "11:00"]],
    [
      "a slot ends within a minute",
      { taken: [interval("2026-07-01T13:00/2026-07-01T14:39:00.001")] },
      ["10:40", "11:00"],
    ],
    [
      "time off ends a millisecond before a step",
      { timeOff: [{ startAt: "2026-07-01T04:00:00.000Z", endAt: "2026-07-01T14:59:59.999Z" }] },
      ["11:00"],
    ],
    [
      "a busy time ends within a minute that another slot begins",
      {
        taken: [interval("2026-07-01T14:10:30/2026-07-01T14:20:30")],
        busyTimes: [{ ...interval("2026-07-01T13:00/2026-07-01T14:10:10"), calendar: "court" }],
      },
      ["10:21", "10:30", "11:00"],
    ],
    ["a slot ends on a step, once", { taken: [interval("2026-07-01T13:00/2026-07-01T15:00")] }, ["11:00"]],
    [
      "a window opens after one that it does not touch",
      { officeHours: [...daily("09:00", "09:45"), ...daily("10:10", "11:00")] },
      ["09:00", "10:10"],
    ],
  ])("is a start when %s", (_, change, expected) => {
    expect(starts(change)).toEqual(expected);
  });

  it("is a start when a day off ends within joined windows, or the clock skips a window's start", () => {
    const midnight = "2026-07-01T02:00/2026-07-01T05:00";
    expect(starts({ officeHours: roundTheClock, timeOff: [dates("2026-06-30")] }, midnight)).toEqual([
      "00:00",
      "00:30",
    ]);
    // 02:00 becomes 03:00 at 07:00Z. Steps are counted from 02:20.
    const skipped = freeStarts({
      calendar: { ...newYorkCalendar, officeHours: daily("02:20", "04:00") },
      range: interval("2026-03-08T05:00/2026-03-08T12:00"),
      durationMinutes: 30,
      stepMinutes: 30,
    });
    expect(timesOf(skipped)).toEqual(["07:00", "07:20"]);
  });

  it.each<[string, Partial<AttorneyCalendar>]>([
    ["the present", { nowMilliseconds: Date.parse("2026-07-01T14:40Z") }],
    [
      "the notice",
      { nowMilliseconds: Date.parse("2026-07-01T14:10Z"), rules: rules({ minNoticeMinutes: 30 }) },
    ],
  ])("is not a start when %s cuts it", (_, change) => {
    expect(starts(change)).toEqual(["11:00"]);
  });

  it("is not a start when the range, the advance or the day's maximum cuts it", () => {
    expect(starts({}, "2026-07-01T14:40/2026-07-01T15:10")).toEqual(["11:00"]);
    const nowMilliseconds = Date.parse("2026-06-30T14:10Z");
    expect(starts({ nowMilliseconds, rules: rules({ maxAdvanceDays: 1 }) })).toEqual([
      "09:00",
      "09:30",
      "10:00",
    ]);
    // The day after the full one begins at 01:00, an hour into its hours. Steps are counted from 00:00.
    const afterFullDay = freeStarts({
      calendar: {
        ...newYorkCalendar,
        timeZone: "America/Sao_Paulo",
        officeHours: roundTheClock,
        taken: [interval("2018-11-03T12:00/2018-11-03T12:10")],
        rules: rules({ maxPerDay: 1 }),
      },
      range: interval("2018-11-04T02:00/2018-11-04T04:00"),
      durationMinutes: 45,
      stepMinutes: 25,
    });
    expect(timesOf(afterFullDay)).toEqual(["03:15", "03:40"]);
  });

  it("is the same from whichever instant the list begins", () => {
    const taken = [interval("2026-07-01T13:00/2026-07-01T14:40")];
    const to = "2026-07-01T16:00";
    expect(starts({ taken }, `2026-07-01T14:40/${to}`)).toEqual(["10:40", "11:00"]);
    expect(starts({ taken }, `2026-07-01T14:40:00.001/${to}`)).toEqual(["11:00"]);
    const within = [interval("2026-07-01T13:00/2026-07-01T14:39:00.001")];
    expect(starts({ taken: within }, `2026-07-01T14:40/${to}`)).toEqual(["10:40", "11:00"]);
    const nowMilliseconds = Date.parse("2026-07-01T14:39:30Z");
    expect(starts({ taken: within, nowMilliseconds })).toEqual(["10:40", "11:00"]);
  });
});

describe("the work for a list", () => {
  /** Counts comparisons of intervals for so many days, each with two windows and twelve slots. */
  const comparisons = (days: number) => {
    const day = 86_400_000;
    const start = Date.parse("2026-05-04T00:00Z");
    const taken = Array.from({ length: days * 12 }, (_, index) => {
      const at = start + (index * day) / 12;
      return { start: at, end: at + 50 * 60_000 };
    });
    const calendar = { ...newYorkCalendar, timeZone: "UTC", officeHours: roundTheClock, taken };
    const counted = jest.spyOn(Math, "max");
    freeStarts({ calendar, range: { start, end: start + days * day }, durationMinutes: 30, stepMinutes: 15 });
    const { length } = counted.mock.calls;
    counted.mockRestore();
    return length;
  };

  it("grows no faster than the range", () => {
    expect(comparisons(5)).toBeGreaterThan(12 * 5);
    expect(comparisons(30) / comparisons(5)).toBeLessThan(6.5);
  });
});
