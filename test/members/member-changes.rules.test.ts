import { describe, expect, it } from "@jest/globals";
import { memberViolations } from "../../shared/members/member-changes.rules.ts";

const window = (weekday: unknown, start: unknown, end: unknown) => ({ weekday, start, end });

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
