import { describe, expect, it } from "@jest/globals";
import { type AttorneyCalendar, checkSlot, type SlotProblem } from "../../shared/time/slots.rules.ts";
import { daily, dates, interval, newYorkCalendar } from "../support/calendars.ts";

const calendar = newYorkCalendar;

describe("checkSlot", () => {
  const noon = interval("2026-07-01T16:00/2026-07-01T17:00");

  it.each<{ title: string; slot: string; change?: Partial<AttorneyCalendar>; problem: SlotProblem | null }>([
    { title: "within hours", slot: "2026-07-01T16:00/2026-07-01T17:00", problem: null },
    { title: "exactly the hours", slot: "2026-07-01T13:00/2026-07-01T21:00", problem: null },
    {
      title: "a millisecond early",
      slot: "2026-07-01T12:59:59.999/2026-07-01T14:00",
      problem: "outside_office_hours",
    },
    {
      title: "a millisecond late",
      slot: "2026-07-01T20:00/2026-07-01T21:00:00.001",
      problem: "outside_office_hours",
    },
    {
      title: "across a break",
      slot: "2026-07-01T16:00/2026-07-01T17:00",
      change: { officeHours: [...daily("09:00", "12:30"), ...daily("12:31", "17:00")] },
      problem: "outside_office_hours",
    },
    { title: "an empty slot", slot: "2026-07-01T16:00/2026-07-01T16:00", problem: "outside_office_hours" },
    {
      title: "a day round the clock",
      slot: "2026-07-01T16:00/2026-07-02T16:00",
      change: { officeHours: daily("00:00", "24:00") },
      problem: null,
    },
    {
      title: "on a date that is closed",
      slot: "2026-07-01T16:00/2026-07-01T17:00",
      change: { dateHours: [{ date: "2026-07-01", windows: [] }] },
      problem: "outside_office_hours",
    },
    {
      title: "within the hours of the date",
      slot: "2026-07-01T22:00/2026-07-01T23:00",
      change: { dateHours: [{ date: "2026-07-01", windows: [{ start: "18:00", end: "19:00" }] }] },
      problem: null,
    },
    {
      title: "on a day off with hours of the date",
      slot: "2026-07-01T22:00/2026-07-01T23:00",
      change: {
        dateHours: [{ date: "2026-07-01", windows: [{ start: "18:00", end: "19:00" }] }],
        timeOff: [dates("2026-07-01")],
      },
      problem: "attorney_unavailable",
    },
    {
      title: "on a holiday",
      slot: "2026-07-01T16:00/2026-07-01T17:00",
      change: { holidays: [dates("2026-07-01")] },
      problem: "attorney_unavailable",
    },
    {
      title: "on a holiday with hours of the date",
      slot: "2026-07-01T22:00/2026-07-01T23:00",
      change: {
        dateHours: [{ date: "2026-07-01", windows: [{ start: "18:00", end: "19:00" }] }],
        holidays: [dates("2026-07-01")],
      },
      problem: "attorney_unavailable",
    },
    {
      title: "a millisecond into time off",
      slot: "2026-07-02T03:00/2026-07-02T04:00:00.001",
      change: { officeHours: daily("00:00", "24:00"), timeOff: [dates("2026-07-02")] },
      problem: "attorney_unavailable",
    },
    {
      title: "up to the midnight before time off",
      slot: "2026-07-02T03:00/2026-07-02T04:00",
      change: { officeHours: daily("00:00", "24:00"), timeOff: [dates("2026-07-02")] },
      problem: null,
    },
    {
      title: "back to back on both sides",
      slot: "2026-07-01T16:00/2026-07-01T17:00",
      change: {
        taken: [interval("2026-07-01T15:00/2026-07-01T16:00"), interval("2026-07-01T17:00/2026-07-01T18:00")],
      },
      problem: null,
    },
    {
      title: "a millisecond into the previous booking",
      slot: "2026-07-01T16:00/2026-07-01T17:00",
      change: { taken: [interval("2026-07-01T15:00/2026-07-01T16:00:00.001")] },
      problem: "slot_unavailable",
    },
    {
      title: "a millisecond into the next booking",
      slot: "2026-07-01T16:00/2026-07-01T17:00",
      change: { taken: [interval("2026-07-01T16:59:59.999/2026-07-01T18:00")] },
      problem: "slot_unavailable",
    },
  ])("$title: $problem", ({ slot, change, problem }) => {
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
