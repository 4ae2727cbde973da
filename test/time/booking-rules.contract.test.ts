import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { toViolations } from "../../shared/schema/violations.ts";
import { bookingRules } from "../../shared/time/booking-rules.contract.ts";

const fieldsOf = (input: unknown) => {
  const { error } = bookingRules.changed().safeParse(input);
  return error ? toViolations(error, "booking_rules").map(({ field }) => field) : [];
};

describe("booking_rules", () => {
  it.each([
    ["min_notice_min", 0, LIMITS.noticeMinutes],
    ["max_advance_days", 1, LIMITS.advanceDays],
    ["buffer_min", 0, LIMITS.bufferMinutes],
    ["max_per_day", 1, LIMITS.consultationsPerDay],
  ])("%s is %i to %i, or null", (field, minimum, maximum) => {
    for (const value of [minimum, maximum, null, undefined]) expect(fieldsOf({ [field]: value })).toEqual([]);
    for (const value of [minimum - 1, maximum + 1, minimum + 0.5, "1", true, [1]]) {
      expect(fieldsOf({ [field]: value })).toEqual([field]);
    }
  });

  it("reports every violation at once, and is an object", () => {
    const all = { min_notice_min: -1, max_advance_days: 0, buffer_min: 1441, max_per_day: 0 };
    expect(fieldsOf(all)).toEqual(Object.keys(all));
    for (const input of [null, [], "none", 5]) expect(fieldsOf(input)).toEqual(["booking_rules"]);
  });
});
