import { describe, expect, it } from "@jest/globals";
import type { Member } from "../../shared/members/member.rules.ts";
import { memberViolations } from "../../shared/members/member-changes.rules.ts";

const window = (weekday: unknown, start: unknown, end: unknown) => ({ weekday, start, end });

const before: Pick<Member, "timeZone" | "dateHours"> = { timeZone: "America/New_York", dateHours: [] };

const violations = (input: Record<string, unknown>, { stored = before, now = "2026-07-01T12:00Z" } = {}) =>
  memberViolations(input, stored, Date.parse(now));

describe("memberViolations", () => {
  it.each<[string, Record<string, unknown>]>([
    ["nothing", {}],
    ["windows that touch", { office_hours: [window(1, "09:00", "12:00"), window(1, "12:00", "24:00")] }],
    ["values that only the schema rejects", { time_zone: "Mars/Olympus", office_hours: 5, time_off: [5] }],
    [
      "the same window on two days",
      { office_hours: [window(1, "09:00", "17:00"), window(2, "09:00", "17:00")] },
    ],
  ])("accepts %s", (_, input) => {
    expect(violations(input)).toEqual([]);
  });

  it("names each pair of windows that overlap, at the later of the two", () => {
    const office_hours = [
      window(1, "09:00", "12:00"),
      window(2, "09:00", "12:00"),
      window(1, "11:59", "13:00"),
      window(1, "08:00", "14:00"),
    ];
    expect(violations({ office_hours })).toEqual([
      { field: "office_hours[2]", message: "must not overlap office_hours[0]" },
      { field: "office_hours[3]", message: "must not overlap office_hours[0]" },
      { field: "office_hours[3]", message: "must not overlap office_hours[2]" },
    ]);
  });

  it("names entries by their index in the input, even after a malformed one", () => {
    const office_hours = [window(1, 9, 17), window(1, "09:00", "17:00"), null, window(1, "10:00", "11:00")];
    expect(violations({ office_hours })).toEqual([
      { field: "office_hours[3]", message: "must not overlap office_hours[1]" },
    ]);
  });

  it("leaves a list that is too long to the schema, without comparing its entries", () => {
    const office_hours = Array.from({ length: 1_400 }, () => window(1, "09:00", "17:00"));
    expect(violations({ office_hours })).toEqual([]);
  });
});

describe("hours of dates", () => {
  const hours = (start: unknown, end: unknown) => ({ start, end });
  const onDate = (date: unknown, ...windows: unknown[]) => ({ date, windows });
  const past = (index: number, today: string) => ({
    field: `date_hours[${index}].date`,
    message: `must not be past: today is ${today}`,
  });

  it("may touch, and be the same on two dates", () => {
    const windows = [hours("12:00", "24:00"), hours("09:00", "12:00")];
    const date_hours = [onDate("2026-07-02", ...windows), onDate("2026-07-03", ...windows)];
    expect(violations({ date_hours })).toEqual([]);
  });

  it("name each pair of windows of a date that overlap, at the later of the two", () => {
    const date_hours = [
      onDate("2026-07-02"),
      onDate("2026-07-03", hours("09:00", "12:00"), hours("13:00", "14:00"), hours("11:59", "13:01")),
    ];
    expect(violations({ date_hours })).toEqual([
      { field: "date_hours[1].windows[2]", message: "must not overlap date_hours[1].windows[0]" },
      { field: "date_hours[1].windows[2]", message: "must not overlap date_hours[1].windows[1]" },
    ]);
  });

  it("name each date that comes again, by its index in the input", () => {
    const date_hours = [null, onDate("2026-07-02"), onDate("2026-07-03"), onDate(" 2026-07-02")];
    expect(violations({ date_hours })).toEqual([
      { field: "date_hours[3].date", message: "must differ from date_hours[1].date" },
    ]);
  });

  it.each<{ title: string; now: string; today: string; input?: object }>([
    { title: "in the member's zone", now: "2026-07-03T03:59Z", today: "2026-07-02" },
    { title: "from midnight there", now: "2026-07-03T04:00Z", today: "2026-07-03" },
    {
      title: "in the zone of the same body",
      now: "2026-07-02T12:00Z",
      today: "2026-07-03",
      input: { time_zone: "pacific/auckland" },
    },
    {
      title: "in the stored zone when the body has none that exists",
      now: "2026-07-03T03:59Z",
      today: "2026-07-02",
      input: { time_zone: "Mars/Olympus" },
    },
  ])("may be of today and later, $title", ({ now, today, input }) => {
    const date_hours = ["2026-07-01", "2026-07-02", "2026-07-03"].map((date) => onDate(date));
    const isPast = date_hours.map(({ date }) => String(date) < today);
    expect(violations({ ...input, date_hours }, { now })).toEqual(
      isPast.flatMap((each, index) => (each ? [past(index, today)] : [])),
    );
  });

  it("may be of a past date only as they are stored", () => {
    const stored = {
      ...before,
      dateHours: [{ date: "2026-06-30", windows: [{ start: "09:00", end: "12:00" }] }],
    };
    const sentBack = [onDate("2026-06-30", hours("09:00", "12:00")), onDate("2026-07-02")];
    expect(violations({ date_hours: sentBack }, { stored })).toEqual([]);
    const changed = [onDate("2026-06-30", hours("09:00", "12:30"))];
    expect(violations({ date_hours: changed }, { stored })).toEqual([past(0, "2026-07-01")]);
    const other = [onDate("2026-07-02"), onDate("2026-06-29", hours("09:00", "12:00"))];
    expect(violations({ date_hours: other }, { stored })).toEqual([past(1, "2026-07-01")]);
  });
});
