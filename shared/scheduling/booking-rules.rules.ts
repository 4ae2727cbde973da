import type { Violation } from "../api/schema/violations.ts";
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

export const NO_BOOKING_RULES: BookingRules = {
  minNoticeMinutes: null,
  maxAdvanceDays: null,
  bufferMinutes: null,
  maxPerDay: null,
};

/** The rules that apply to an attorney: its own, field by field, before the firm's. */
export const attorneyRules = (firm: BookingRules, attorney: BookingRules): BookingRules => ({
  minNoticeMinutes: attorney.minNoticeMinutes ?? firm.minNoticeMinutes,
  maxAdvanceDays: attorney.maxAdvanceDays ?? firm.maxAdvanceDays,
  bufferMinutes: attorney.bufferMinutes ?? firm.bufferMinutes,
  maxPerDay: attorney.maxPerDay ?? firm.maxPerDay,
});

/** The rules after a valid input, which leaves out those that stay; null removes one. */
export const changedRules = (rules: BookingRules, input: BookingRulesInput): BookingRules => {
  const changed = (value: number | null | undefined, current: number | null) =>
    value === undefined ? current : value;
  return {
    minNoticeMinutes: changed(input.min_notice_min, rules.minNoticeMinutes),
    maxAdvanceDays: changed(input.max_advance_days, rules.maxAdvanceDays),
    bufferMinutes: changed(input.buffer_min, rules.bufferMinutes),
    maxPerDay: changed(input.max_per_day, rules.maxPerDay),
  };
};

export const bookingRulesResource = (rules: BookingRules): BookingRulesResource => ({
  min_notice_min: rules.minNoticeMinutes,
  max_advance_days: rules.maxAdvanceDays,
  buffer_min: rules.bufferMinutes,
  max_per_day: rules.maxPerDay,
});

/** The rules that concern when a consultation starts; the buffer concerns its whole slot. */
export type StartRule = Exclude<keyof BookingRules, "bufferMinutes">;

/** Names a rule that a start breaks, as the settings call it. */
export const startRuleViolation = (rule: StartRule, rules: BookingRules): Violation => {
  const { field, requirement } = START_RULE_TEXTS[rule];
  return { field: `booking_rules.${field}`, message: requirement(Number(rules[rule])) };
};

const START_RULE_TEXTS: Record<
  StartRule,
  { readonly field: keyof BookingRulesResource; readonly requirement: (value: number) => string }
> = {
  minNoticeMinutes: {
    field: "min_notice_min",
    requirement: (minutes) => `requires at least ${minutes} minutes from now to the start`,
  },
  maxAdvanceDays: {
    field: "max_advance_days",
    requirement: (days) => `allows at most ${days} days from now to the start`,
  },
  maxPerDay: {
    field: "max_per_day",
    requirement: (count) => `allows at most ${count} consultations of the attorney on that day`,
  },
};
