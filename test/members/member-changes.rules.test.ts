import { describe, expect, it } from "@jest/globals";
import { memberChange, memberViolations, newMember } from "../../shared/members/member-changes.rules.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { newMember as someMember } from "../support/firms.ts";

const window = (weekday: unknown, start: unknown, end: unknown) => ({ weekday, start, end });

describe("memberViolations", () => {
  it.each<[string, Record<string, unknown>]>([
    ["nothing", {}],
    ["windows that touch", { office_hours: [window(1, "09:00", "12:00"), window(1, "12:00", "24:00")] }],
    ["what only the schema rejects", { time_zone: "Mars/Olympus", office_hours: 5, time_off: [5] }],
    [
      "the same window on two days",
      { office_hours: [window(1, "09:00", "17:00"), window(2, "09:00", "17:00")] },
    ],
  ])("accepts %s", (_, input) => {
    expect(memberViolations(input)).toEqual([]);
  });

  it("names each pair of windows that overlap, at the later of the two", () => {
    const office_hours = [
      window(1, "09:00", "12:00"),
      window(2, "09:00", "12:00"),
      window(1, "11:59", "13:00"),
      window(1, "08:00", "14:00"),
    ];
    expect(memberViolations({ office_hours })).toEqual([
      { field: "office_hours[2]", message: "must not overlap office_hours[0]" },
      { field: "office_hours[3]", message: "must not overlap office_hours[0]" },
      { field: "office_hours[3]", message: "must not overlap office_hours[2]" },
    ]);
  });

  it("names entries by their index in the input, even after a malformed one", () => {
    const office_hours = [window(1, 9, 17), window(1, "09:00", "17:00"), null, window(1, "10:00", "11:00")];
    expect(memberViolations({ office_hours })).toEqual([
      { field: "office_hours[3]", message: "must not overlap office_hours[1]" },
    ]);
  });

  it("leaves a list that is too long to the schema, without comparing its entries", () => {
    const office_hours = Array.from({ length: 1_400 }, () => window(1, "09:00", "17:00"));
    expect(memberViolations({ office_hours })).toEqual([]);
  });
});

describe("newMember", () => {
  it("defaults the time zone to the firm's", () => {
    const input = {
      name: "Ada",
      email: "",
      role: "",
      schedulable: true,
      active: true,
      office_hours: [],
      time_off: [{ start_date: "2026-05-01", end_date: "2026-05-02", reason: "Trip" }],
      booking_rules: { max_per_day: 3 },
    };
    expect(newMember("id", input, "Europe/Berlin")).toMatchObject({
      timeZone: "Europe/Berlin",
      timeOff: [{ startDate: "2026-05-01", endDate: "2026-05-02", reason: "Trip" }],
      bookingRules: { ...NO_BOOKING_RULES, maxPerDay: 3 },
      version: 1,
    });
    expect(newMember("id", { ...input, time_zone: "Asia/Tokyo" }, "Europe/Berlin").timeZone).toBe(
      "Asia/Tokyo",
    );
  });
});

describe("memberChange", () => {
  it("returns the fields that differ", () => {
    const member = someMember();
    expect(memberChange(member, { name: member.name, office_hours: [...member.officeHours] })).toEqual({});
    expect(memberChange(member, { active: false, role: member.role })).toEqual({ active: false });
    expect(memberChange(member, { office_hours: [] })).toEqual({ officeHours: [] });
  });

  it("keeps the booking rules that it does not name", () => {
    const member = {
      ...someMember(),
      bookingRules: { ...NO_BOOKING_RULES, bufferMinutes: 15, maxPerDay: 3 },
    };
    expect(memberChange(member, { booking_rules: {} })).toEqual({});
    expect(memberChange(member, { booking_rules: { max_per_day: 3 } })).toEqual({});
    expect(memberChange(member, { booking_rules: { min_notice_min: 0, max_per_day: null } })).toEqual({
      bookingRules: { ...NO_BOOKING_RULES, minNoticeMinutes: 0, bufferMinutes: 15 },
    });
  });
});
