import { describe, expect, it } from "@jest/globals";
import { deadlineAfter } from "../../shared/routing/response-clock.rules.ts";
import type { OfficeHoursWindow } from "../../shared/time/working-time.rules.ts";
import { daily, dates, weeklyWindow } from "../support/calendars.ts";
import { newMember } from "../support/firms.ts";

const [monday, tuesday, friday, saturday, sunday] = [1, 2, 5, 6, 7];
const NEW_YORK = "America/New_York";
const WEEKDAYS = [1, 2, 3, 4, 5].map((day) => weeklyWindow(day, "09:00", "17:00"));

const member = (officeHours: readonly OfficeHoursWindow[], changes: object = {}) =>
  newMember({ timeZone: NEW_YORK, officeHours, ...changes });

const clockOf = (clock: "always" | "office_hours", minutes: number | null) => ({
  clock,
  respondWithinMinutes: minutes,
});

describe("the deadline of a clock that always runs", () => {
  it.each<[number | null, string | null]>([
    [15, "2026-11-27T22:15:00.000Z"],
    [10_080, "2026-12-04T22:00:00.000Z"],
    [null, null],
  ])("of %j minutes counts each of them", (minutes, expected) => {
    const from = Date.parse("2026-11-27T22:00:00.000Z");
    expect(deadlineAfter(from, clockOf("always", minutes), { members: [], holidays: [] })).toBe(expected);
  });
});

describe("the deadline of a clock of office hours", () => {
  type Case = {
    readonly title: string;
    readonly from: string;
    readonly minutes?: number;
    readonly members?: readonly ReturnType<typeof newMember>[];
    readonly holidays?: readonly ReturnType<typeof dates>[];
    readonly deadline: string | null;
  };
  it.each<Case>([
    { title: "counts from within them", from: "2026-11-27T15:00", deadline: "2026-11-27T15:30" },
    { title: "may be at the very end of them", from: "2026-11-27T21:30", deadline: "2026-11-27T22:00" },
    { title: "goes on after the weekend", from: "2026-11-27T21:45", deadline: "2026-11-30T14:15" },
    { title: "begins when they do", from: "2026-11-28T03:12:13.456", deadline: "2026-11-30T14:30" },
    { title: "keeps seconds", from: "2026-11-27T15:00:07.089", deadline: "2026-11-27T15:30:07.089" },
    {
      title: "skips the firm's holidays",
      from: "2026-11-27T21:45",
      holidays: [dates("2026-11-30", "2026-12-01")],
      deadline: "2026-12-02T14:15",
    },
    {
      title: "counts nobody's hours twice",
      from: "2026-11-27T15:00",
      members: [member(WEEKDAYS), member(WEEKDAYS)],
      deadline: "2026-11-27T15:30",
    },
    {
      title: "counts those of any member, each in its own zone",
      from: "2026-11-27T21:45",
      members: [member(WEEKDAYS), member(WEEKDAYS, { timeZone: "America/Los_Angeles" })],
      deadline: "2026-11-27T22:15",
    },
    {
      title: "counts others' hours on the day on which one is off",
      from: "2026-11-27T21:45",
      members: [
        member(WEEKDAYS, { timeOff: [{ startDate: "2026-11-30", endDate: "2026-11-30", reason: "" }] }),
        member([weeklyWindow(monday, "12:00", "13:00")]),
      ],
      deadline: "2026-11-30T17:15",
    },
    {
      title: "leaves out hours off",
      from: "2026-11-27T15:00",
      members: [
        member(WEEKDAYS, {
          timeOff: [{ startAt: "2026-11-27T15:10:00.000Z", endAt: "2026-11-27T16:00:00.000Z", reason: "" }],
        }),
      ],
      deadline: "2026-11-27T16:20",
    },
    {
      title: "leaves out an inactive member",
      from: "2026-11-27T21:45",
      members: [member(WEEKDAYS), member([weeklyWindow(saturday, "09:00", "17:00")], { active: false })],
      deadline: "2026-11-30T14:15",
    },
    {
      title: "takes the hours of a date in place of the weekly ones",
      from: "2026-11-27T21:45",
      members: [
        member(WEEKDAYS, {
          dateHours: [
            { date: "2026-11-29", windows: [{ start: "10:00", end: "10:10" }] },
            { date: "2026-11-30", windows: [] },
          ],
        }),
      ],
      deadline: "2026-12-01T14:05",
    },
    {
      title: "does not count the hour that the clock skips",
      from: "2026-03-08T06:30",
      minutes: 60,
      members: [member([weeklyWindow(sunday, "01:00", "04:00")])],
      deadline: "2026-03-08T07:30",
    },
    {
      title: "counts the hour that the clock repeats twice",
      from: "2026-11-01T05:30",
      minutes: 60,
      members: [member([weeklyWindow(sunday, "01:00", "02:00"), weeklyWindow(tuesday, "09:00", "17:00")])],
      deadline: "2026-11-01T06:30",
    },
    {
      title: "may be more than 30 days ahead where the hours are few",
      from: "2026-11-27T22:00",
      minutes: 600,
      members: [member([weeklyWindow(friday, "09:00", "10:00")])],
      deadline: "2027-02-05T15:00",
    },
    {
      title: "does not exist without hours",
      from: "2026-11-27T15:00",
      members: [member([])],
      deadline: null,
    },
    { title: "does not exist without members", from: "2026-11-27T15:00", members: [], deadline: null },
    {
      title: "does not exist where the office is closed for 30 days",
      from: "2026-11-27T22:00",
      holidays: [dates("2026-11-28", "2026-12-27")],
      deadline: null,
    },
    {
      title: "exists where the office opens at the end of 30 days",
      from: "2026-11-27T22:00",
      holidays: [dates("2026-11-28", "2026-12-24")],
      deadline: "2026-12-25T14:30",
    },
    {
      title: "does not exist where it would take more than a year",
      from: "2026-11-27T22:00",
      minutes: 10_080,
      members: [member([weeklyWindow(friday, "09:00", "09:01")])],
      deadline: null,
    },
  ])("$title", ({ from, minutes = 30, members = [member(WEEKDAYS)], holidays = [], deadline }) => {
    const office = { members, holidays: holidays.map((days) => ({ ...days, name: "" })) };
    const expected = deadline && new Date(`${deadline}Z`).toISOString();
    expect(deadlineAfter(Date.parse(`${from}Z`), clockOf("office_hours", minutes), office)).toBe(expected);
  });

  it("is that of the clock that always runs where the office never closes", () => {
    const members = [member(daily("00:00", "24:00"))];
    for (const minutes of [1, 1_439, 10_080])
      expect(
        deadlineAfter(Date.parse("2026-10-30T12:34:56Z"), clockOf("office_hours", minutes), {
          members,
          holidays: [],
        }),
      ).toBe(
        deadlineAfter(Date.parse("2026-10-30T12:34:56Z"), clockOf("always", minutes), {
          members,
          holidays: [],
        }),
      );
  });
});
