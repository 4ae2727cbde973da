import type { Violation } from "../schema/violations.ts";
import type { BookingRulesInput, BookingRulesResource } from "./booking-rules.contract.ts";

/** When consultations may be booked; null is no rule in a firm, and the firm's rule in a member. */
export type BookingRules = {
  /** Time from the request to the start, at least. */
  readonly minNoticeMinutes: number | null;
  /** Time from the request to the start, at most, in days of 24 hours. */
  readonly maxAdvanceDays: number | null;
  /** Time between two consultations of an attorney, at least. */
  readonly bufferMinutes: number | null;
  /** Consultations that start on one day in the attorney's zone, at most. */
  readonly maxPerDay: number | null;
};

const rulesOf = (valueFor: (rule: keyof BookingRules) => number | null): BookingRules => ({
  minNoticeMinutes: valueFor("minNoticeMinutes"),
  maxAdvanceDays: valueFor("maxAdvanceDays"),
  bufferMinutes: valueFor("bufferMinutes"),
  maxPerDay: valueFor("maxPerDay"),
});

export const NO_BOOKING_RULES = rulesOf(() => null);

/** The rules that apply to an attorney: its own, field by field, before the firm's. */
export const attorneyRules = (firm: BookingRules, attorney: BookingRules): BookingRules =>
  rulesOf((rule) => attorney[rule] ?? firm[rule]);

/** The name of each rule in the API. */
const FIELDS = {
  minNoticeMinutes: "min_notice_min",
  maxAdvanceDays: "max_advance_days",
  bufferMinutes: "buffer_min",
  maxPerDay: "max_per_day",
} as const satisfies Record<keyof BookingRules, keyof BookingRulesResource>;

/** The rules after a valid input, which leaves out those that stay; null removes one. */
export const changedRules = (rules: BookingRules, input: BookingRulesInput): BookingRules =>
  rulesOf((rule) => {
    const value = input[FIELDS[rule]];
    return value === undefined ? rules[rule] : value;
  });

export const bookingRulesResource = (rules: BookingRules): BookingRulesResource => ({
  min_notice_min: rules.minNoticeMinutes,
  max_advance_days: rules.maxAdvanceDays,
  buffer_min: rules.bufferMinutes,
  max_per_day: rules.maxPerDay,
});

/** The rules that concern when a consultation starts; the buffer concerns its whole slot. */
export type StartRule = Exclude<keyof BookingRules, "bufferMinutes">;

/** Names a rule that a start breaks, as the settings call it. */
export const startRuleViolation = (rule: StartRule, rules: BookingRules): Violation => ({
  field: `booking_rules.${FIELDS[rule]}`,
  message: REQUIREMENTS[rule](Number(rules[rule])),
});

const REQUIREMENTS: Record<StartRule, (value: number) => string> = {
  minNoticeMinutes: (minutes) => `requires at least ${minutes} minutes from now to the start`,
  maxAdvanceDays: (days) => `allows at most ${days} days from now to the start`,
  maxPerDay: (count) => `allows at most ${count} consultations of the attorney on that day`,
};
