import { describe, expect, it, jest } from "@jest/globals";
import { type AttorneyCalendar, freeStarts } from "../../shared/time/slots.rules.ts";
import { alternativesTo, daily, dates, interval, newYorkCalendar } from "../support/calendars.ts";

const instant = (text: string) => Date.parse(`${text}Z`);
const iso = (instants: readonly number[]) => instants.map((at) => new Date(at).toISOString().slice(0, 16));

const calendar = newYorkCalendar;
const roundTheClock = { ...calendar, officeHours: daily("00:00", "24:00") };

describe("freeStarts", () => {
  const wednesday = interval("2026-07-01T04:00/2026-07-02T04:00");
  const starts = (change: Partial<AttorneyCalendar>, durationMinutes: number, stepMinutes: number) =>
    iso(freeStarts({ calendar: { ...calendar, ...change }, range: wednesday, durationMinutes, stepMinutes }));

  it("steps through the hours until the last slot that fits", () => {
    const all = starts({}, 60, 30);
    expect(all).toHaveLength(15);
    expect([all[0], all[1], all.at(-1)]).toEqual([
      "2026-07-01T13:00",
      "2026-07-01T13:30",
      "2026-07-01T20:00",
    ]);
  });

  it("counts steps from each window's own start", () => {
    const officeHours = [...daily("09:10", "09:45"), ...daily("13:00", "14:00")];
    expect(starts({ officeHours }, 15, 20)).toEqual([
      "2026-07-01T13:10",
      "2026-07-01T13:30",
      "2026-07-01T17:00",
      "2026-07-01T17:20",
      "2026-07-01T17:40",
    ]);
  });

  it("counts steps from the start of each window of the date, in place of the weekly ones", () => {
    const windows = [
      { start: "08:20", end: "09:10" },
      { start: "20:00", end: "24:00" },
    ];
    expect(starts({ dateHours: [{ date: "2026-07-01", windows }] }, 25, 60)).toEqual([
      "2026-07-01T12:20",
      "2026-07-02T00:00",
      "2026-07-02T01:00",
      "2026-07-02T02:00",
      "2026-07-02T03:00",
    ]);
    expect(starts({ dateHours: [{ date: "2026-07-01", windows: [] }] }, 30, 30)).toEqual([]);
  });

  it("keeps to the grid after the beginning of a free interval between two steps", () => {
    const taken = [
      interval("2026-07-01T13:00/2026-07-01T19:31"),
      interval("2026-07-01T20:30/2026-07-01T21:00"),
    ];
    expect(starts({ taken }, 30, 30)).toEqual(["2026-07-01T19:31", "2026-07-01T20:00"]);
  });

  it("offers a gap between bookings only if the slot fits to the millisecond", () => {
    const morning = interval("2026-07-01T13:00/2026-07-01T14:00");
    const gapUntil = (text: string) => [morning, interval(`${text}/2026-07-01T21:00`)];
    expect(starts({ taken: gapUntil("2026-07-01T15:00") }, 60, 30)).toEqual(["2026-07-01T14:00"]);
    expect(starts({ taken: gapUntil("2026-07-01T14:59:59.999") }, 60, 30)).toEqual([]);
  });

  it("finds nothing without hours, on a day off, or for a slot longer than the day", () => {
    expect(starts({ officeHours: [] }, 30, 30)).toEqual([]);
    expect(starts({ timeOff: [dates("2026-07-01")] }, 30, 30)).toEqual([]);
    expect(starts({}, 481, 30)).toEqual([]);
  });

  it("offers a start in range whose slot ends long after it", () => {
    const query = { calendar: roundTheClock, durationMinutes: 1440, stepMinutes: 60 };
    const range = interval("2026-07-01T15:30/2026-07-01T17:00");
    expect(iso(freeStarts({ ...query, range }))).toEqual(["2026-07-01T16:00"]);
    const taken = [interval("2026-07-02T15:59/2026-07-02T17:00")];
    expect(freeStarts({ ...query, calendar: { ...roundTheClock, taken }, range })).toEqual([]);
  });

  it.each([
    ["skips the hour that the clock skips", "2026-03-08T05:00/2026-03-08T09:00", ["05", "06", "07", "08"]],
    [
      "offers both passes of the hour shown twice",
      "2026-11-01T04:00/2026-11-01T08:00",
      ["04", "05", "06", "07"],
    ],
  ])("%s", (_, range, hours) => {
    const query = { calendar: roundTheClock, durationMinutes: 60, stepMinutes: 60 };
    const hourly = freeStarts({ ...query, range: interval(range) });
    expect(iso(hourly)).toEqual(hours.map((hour) => `${range.slice(0, 10)}T${hour}:00`));
  });

  it("keeps to the wall clock after a half-hour change", () => {
    const lordHowe = { ...roundTheClock, timeZone: "Australia/Lord_Howe" };
    const range = interval("2026-10-03T14:00/2026-10-03T17:30");
    // 01:00 at +10:30; 02:00 becomes 02:30; then 03:00 and 04:00 at +11:00.
    const hourly = freeStarts({ calendar: lordHowe, range, durationMinutes: 30, stepMinutes: 60 });
    expect(iso(hourly)).toEqual(["2026-10-03T14:30", "2026-10-03T16:00", "2026-10-03T17:00"]);
  });

  it("keeps to the wall clock of a zone that changes twice within a week", () => {
    const noronha = { ...calendar, timeZone: "America/Noronha", officeHours: daily("09:00", "10:00") };
    const range = interval("2000-10-04T00:00/2000-10-19T00:00");
    const starts = iso(freeStarts({ calendar: noronha, range, durationMinutes: 60, stepMinutes: 60 }));
    // Daylight saving time began on the 8th and was abandoned on the 15th.
    const hours = [...Array(4).fill("11:00"), ...Array(7).fill("10:00"), ...Array(4).fill("11:00")];
    expect(starts.map((start) => start.slice(11))).toEqual(hours);
  });

  it("finds a full month of five-minute steps with fewer reads of the clock than days", () => {
    const taken = Array.from({ length: 300 }, (_, index) => {
      const start = instant("2026-07-01T04:00") + index * 2 * 3_600_000;
      return { start, end: start + 1_800_000 };
    });
    const query = { calendar: { ...roundTheClock, taken }, durationMinutes: 5, stepMinutes: 5 };
    const range = interval("2026-07-01T04:00/2026-08-01T04:00");
    const clock = jest.requireActual<typeof import("date-fns-tz")>("date-fns-tz");
    const clockReads = jest.spyOn(clock, "formatInTimeZone");
    expect(freeStarts({ ...query, range })).toHaveLength(31 * 288 - 300 * 6);
    expect(clockReads).toHaveBeenCalled();
    expect(clockReads.mock.calls.length).toBeLessThan(31);
  });
});

describe("freeStarts of a range that has begun", () => {
  const startsAt = (now: string) => {
    const range = interval("2026-07-01T04:00/2026-07-02T04:00");
    const begun = { ...calendar, nowMilliseconds: instant(now) };
    return iso(freeStarts({ calendar: begun, range, durationMinutes: 60, stepMinutes: 30 }));
  };

  it("are the starts that have not passed", () => {
    expect(startsAt("2026-07-01T18:30")).toEqual([
      "2026-07-01T18:30",
      "2026-07-01T19:00",
      "2026-07-01T19:30",
      "2026-07-01T20:00",
    ]);
    expect(startsAt("2026-07-01T18:30:00.001")[0]).toBe("2026-07-01T19:00");
  });

  it("are none once the range has ended", () => {
    expect(startsAt("2026-07-02T04:00")).toEqual([]);
    expect(startsAt("2027-01-01T00:00")).toEqual([]);
  });
});

describe("nextAvailable", () => {
  const next = (change: Partial<AttorneyCalendar>, wantedStart: string, durationMinutes = 60) =>
    iso(alternativesTo({ ...calendar, ...change }, instant(wantedStart), durationMinutes));

  it("offers three starts after the wanted one, from the end of the conflicting booking", () => {
    const taken = [interval("2026-07-01T15:00/2026-07-01T16:50")];
    expect(next({ taken }, "2026-07-01T15:30")).toEqual([
      "2026-07-01T16:50",
      "2026-07-01T17:00",
      "2026-07-01T17:15",
    ]);
  });

  it("never offers the wanted start itself", () => {
    expect(next({}, "2026-07-01T16:00")[0]).toBe("2026-07-01T16:15");
    expect(next({}, "2026-07-01T16:01")[0]).toBe("2026-07-01T16:15");
  });

  it("continues on the next day with hours", () => {
    expect(next({ holidays: [dates("2026-07-02")] }, "2026-07-01T20:15")[0]).toBe("2026-07-03T13:00");
  });

  it("passes over a date that is closed", () => {
    const dateHours = [
      { date: "2026-07-02", windows: [] },
      { date: "2026-07-03", windows: [{ start: "06:00", end: "07:00" }] },
    ];
    expect(next({ dateHours }, "2026-07-01T20:15")[0]).toBe("2026-07-03T10:00");
  });

  it("offers nothing in the past", () => {
    expect(next({ nowMilliseconds: instant("2026-07-01T14:15") }, "2026-01-01T00:00")).toEqual([
      "2026-07-01T14:15",
      "2026-07-01T14:30",
      "2026-07-01T14:45",
    ]);
  });

  it("gives up after fourteen days", () => {
    expect(next({ timeOff: [dates("2026-07-01", "2026-07-14")] }, "2026-07-01T16:00")).toEqual([
      "2026-07-15T13:00",
      "2026-07-15T13:15",
      "2026-07-15T13:30",
    ]);
    expect(next({ timeOff: [dates("2026-07-01", "2026-07-15")] }, "2026-07-01T16:00")).toEqual([]);
  });
});
