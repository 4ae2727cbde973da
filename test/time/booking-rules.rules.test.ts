import { expect, it } from "@jest/globals";
import {
  attorneyRules,
  NO_BOOKING_RULES,
  type StartRule,
  startRuleViolation,
} from "../../shared/time/booking-rules.rules.ts";

const FIRM = { minNoticeMinutes: 60, maxAdvanceDays: 30, bufferMinutes: 15, maxPerDay: 4 };
const OWN = { minNoticeMinutes: 0, maxAdvanceDays: 7, bufferMinutes: 0, maxPerDay: 1 };

it.each([
  ["the firm's", FIRM, NO_BOOKING_RULES, FIRM],
  ["the attorney's own, also those that are 0", FIRM, OWN, OWN],
  ["the attorney's without the firm's", NO_BOOKING_RULES, OWN, OWN],
  [
    "one of the attorney's beside the firm's",
    FIRM,
    { ...NO_BOOKING_RULES, bufferMinutes: 0 },
    { ...FIRM, bufferMinutes: 0 },
  ],
  ["none", NO_BOOKING_RULES, NO_BOOKING_RULES, NO_BOOKING_RULES],
])("an attorney has %s", (_, firm, attorney, rules) => {
  expect(attorneyRules(firm, attorney)).toEqual(rules);
});

it.each<[StartRule, string, string]>([
  ["minNoticeMinutes", "min_notice_min", "requires at least 60 minutes from now to the start"],
  ["maxAdvanceDays", "max_advance_days", "allows at most 30 days from now to the start"],
  ["maxPerDay", "max_per_day", "allows at most 4 consultations of the attorney on that day"],
])("a violation of %s names %s and its value", (rule, field, message) => {
  expect(startRuleViolation(rule, FIRM)).toEqual({ field: `booking_rules.${field}`, message });
});
