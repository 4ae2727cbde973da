import { describe, expect, it } from "@jest/globals";
import { type DateRange, daysOffViolations } from "../../shared/scheduling/time-off.rules.ts";
import { dates } from "../support/calendars.ts";

describe("daysOffViolations", () => {
  it("accepts dates that exist, for one day or several", () => {
    const valid = [dates("2026-02-28"), dates("2028-02-29", "2028-03-01"), dates("2026-12-24", "2027-01-02")];
    expect(daysOffViolations(valid, "time_off")).toEqual([]);
  });

  it.each<[DateRange, string[]]>([
    [dates("2026-02-30", "2026-03-05"), ["start_date"]],
    [dates("2026-02-01", "2026-02-29"), ["end_date"]],
    [dates("2026-13-01"), ["start_date", "end_date"]],
    [dates("2026-00-10"), ["start_date", "end_date"]],
    [dates("2026-1-1", "2026-01-02"), ["start_date"]],
    [dates("2026-01-01T00:00:00.000Z", "2026-01-02"), ["start_date"]],
    [dates("", "2026-01-02"), ["start_date"]],
    [dates("+002026-01-01", "2026-01-02"), ["start_date"]],
    [dates("2026-01-02", "2026-01-01"), ["end_date"]],
  ])("rejects %j, naming %j", (invalid, fields) => {
    const violations = daysOffViolations([dates("2026-01-01"), invalid], "holidays");
    expect(violations.map(({ field }) => field)).toEqual(fields.map((field) => `holidays[1].${field}`));
  });
});
