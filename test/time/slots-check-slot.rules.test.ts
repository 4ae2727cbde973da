import { describe, expect, it } from "@jest/globals";
import { type AttorneyCalendar, checkSlot, type SlotProblem } from "../../shared/time/slots.rules.ts";
import { daily, dates, interval, newYorkCalendar } from "../support/calendars.ts";

const calendar = newYorkCalendar;

describe("checkSlot", () => {
  const noon = interval("2026-07-01T16:00/2026-07-01T17:00");

  const [NOON, EVENING] = ["2026-07-01T16:00/2026-07-01T17:00", "2026-07-01T22:00/2026-07-01T23:00"];
  const LATE = [{ date: "2026-07-01", windows: [{ start: "18:00", end: "19:00" }] }];
  const ALWAYS = daily("00:00", "24:00");
  const [WEDNESDAY, THURSDAY] = [dates("2026-07-01"), dates("2026-07-02")];

  it.each<[string, string, SlotProblem | null, Partial<AttorneyCalendar>?]>([
    ["within hours", NOON, null],
    ["exactly the hours", "2026-07-01T13:00/2026-07-01T21:00", null],
    ["a millisecond early", "2026-07-01T12:59:59.999/2026-07-01T14:00", "outside_office_hours"],
    ["a millisecond late", "2026-07-01T20:00/2026-07-01T21:00:00.001", "outside_office_hours"],
    [
      "across a break",
      NOON,
      "outside_office_hours",
      { officeHours: [...daily("09:00", "12:30"), ...daily("12:31", "17:00")] },
    ],
    ["an empty slot", "2026-07-01T16:00/2026-07-01T16:00", "outside_office_hours"],
    ["a day round the clock", "2026-07-01T16:00/2026-07-02T16:00", null, { officeHours: ALWAYS }],
    [
      "on a date that is closed",
      NOON,
      "outside_office_hours",
      { dateHours: [{ date: "2026-07-01", windows: [] }] },
    ],
    ["within the hours of the date", EVENING, null, { dateHours: LATE }],
    [
      "on a day off with hours of the date",
      EVENING,
      "attorney_unavailable",
      { dateHours: LATE, timeOff: [WEDNESDAY] },
    ],
    ["on a holiday", NOON, "attorney_unavailable", { holidays: [WEDNESDAY] }],
    [
      "on a holiday with hours of the date",
      EVENING,
      "attorney_unavailable",
      { dateHours: LATE, holidays: [WEDNESDAY] },
    ],
    [
      "a millisecond into time off",
      "2026-07-02T03:00/2026-07-02T04:00:00.001",
      "attorney_unavailable",
      { officeHours: ALWAYS, timeOff: [THURSDAY] },
    ],
    [
      "up to the midnight before time off",
      "2026-07-02T03:00/2026-07-02T04:00",
      null,
      { officeHours: ALWAYS, timeOff: [THURSDAY] },
    ],
    [
      "back to back on both sides",
      NOON,
      null,
      {
        taken: [interval("2026-07-01T15:00/2026-07-01T16:00"), interval("2026-07-01T17:00/2026-07-01T18:00")],
      },
    ],
    [
      "a millisecond into the previous booking",
      NOON,
      "slot_unavailable",
      { taken: [interval("2026-07-01T15:00/2026-07-01T16:00:00.001")] },
    ],
    [
      "a millisecond into the next booking",
      NOON,
      "slot_unavailable",
      { taken: [interval("2026-07-01T16:59:59.999/2026-07-01T18:00")] },
    ],
  ])("%s: %j", (_, slot, problem, change = {}) => {
    expect(checkSlot(interval(slot), { ...calendar, ...change })).toBe(problem);
  });

  it("reports office hours first, then days off, then overlaps", () => {
    const overlap = { ...calendar, taken: [noon] };
    const dayOff = { ...overlap, timeOff: [dates("2026-07-01")] };
    const closed = { ...dayOff, officeHours: [] };
    expect([overlap, dayOff, closed].map((each) => checkSlot(noon, each))).toEqual([
      "slot_unavailable",
      "attorney_unavailable",
      "outside_office_hours",
    ]);
  });
});
