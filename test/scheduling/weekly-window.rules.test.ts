import { describe, expect, it } from "@jest/globals";
import {
  type OfficeHoursWindow,
  officeHoursViolations,
} from "../../shared/scheduling/weekly-window.rules.ts";
import { daily, weeklyWindow as window } from "../support/calendars.ts";

const [monday, tuesday] = [1, 2];

describe("officeHoursViolations", () => {
  it.each<[string, OfficeHoursWindow[]]>([
    ["no windows", []],
    ["the whole week", daily("00:00", "24:00")],
    ["touching windows", [window(monday, "12:00", "24:00"), window(monday, "00:00", "12:00")]],
    ["the same window on two days", [window(monday, "09:00", "17:00"), window(tuesday, "09:00", "17:00")]],
  ])("accepts %s", (_, windows) => {
    expect(officeHoursViolations(windows)).toEqual([]);
  });

  it.each<[OfficeHoursWindow, string]>([
    [window(0, "09:00", "17:00"), "weekday"],
    [window(8, "09:00", "17:00"), "weekday"],
    [window(1.5, "09:00", "17:00"), "weekday"],
    [window(monday, "24:00", "24:00"), "start"],
    [window(monday, "9:00", "17:00"), "start"],
    [window(monday, "09:60", "17:00"), "start"],
    [window(monday, "", "17:00"), "start"],
    [window(monday, "09:00", "24:01"), "end"],
    [window(monday, "09:00", "17:00:00"), "end"],
    [window(monday, "09:00", "17:00\n"), "end"],
    [window(monday, "09:00", "09:00"), "end"],
    [window(monday, "17:00", "09:00"), "end"],
    [window(monday, "17:00", "00:00"), "end"],
  ])("rejects %j, naming its %s", (invalid, field) => {
    const violations = officeHoursViolations([window(tuesday, "09:00", "17:00"), invalid]);
    expect(violations.map((violation) => violation.field)).toEqual([`office_hours[1].${field}`]);
  });

  it("names each pair that overlaps, at the later of the two", () => {
    const windows = [
      window(monday, "09:00", "12:00"),
      window(tuesday, "09:00", "12:00"),
      window(monday, "11:59", "13:00"),
      window(monday, "08:00", "14:00"),
    ];
    expect(officeHoursViolations(windows, "hours")).toEqual([
      { field: "hours[2]", message: "must not overlap hours[0]" },
      { field: "hours[3]", message: "must not overlap hours[0]" },
      { field: "hours[3]", message: "must not overlap hours[2]" },
    ]);
  });

  it("names every invalid field of a window at once", () => {
    expect(officeHoursViolations([window(9, "x", "y")]).map(({ field }) => field)).toEqual([
      "office_hours[0].weekday",
      "office_hours[0].start",
      "office_hours[0].end",
    ]);
  });
});
