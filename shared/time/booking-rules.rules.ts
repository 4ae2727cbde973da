import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import { bookingRuleFields } from "./booking-rules.contract.ts";

export type BookingRules = RecordOf<typeof bookingRuleFields>;

export const NO_BOOKING_RULES: BookingRules = bookingRuleFields.initial;

/** Returns the rules for an attorney: each rule of the attorney's own, otherwise the firm's. */
export const attorneyRules = (firm: BookingRules, attorney: BookingRules): BookingRules => ({
  minNoticeMinutes: attorney.minNoticeMinutes ?? firm.minNoticeMinutes,
  maxAdvanceDays: attorney.maxAdvanceDays ?? firm.maxAdvanceDays,
  bufferMinutes: attorney.bufferMinutes ?? firm.bufferMinutes,
  maxPerDay: attorney.maxPerDay ?? firm.maxPerDay,
});

/** The rules about the start of a consultation. The buffer is a rule about its whole slot. */
export type StartRule = Exclude<keyof BookingRules, "bufferMinutes">;

/** Names the rule that a start violates, as in the settings. */
export const startRuleViolation = (rule: StartRule, rules: BookingRules): Violation => {
  const [field, requirement] = REQUIREMENTS[rule];
  return { field: `booking_rules.${field}`, message: requirement(Number(rules[rule])) };
};

type Requirement = readonly [keyof typeof bookingRuleFields.rows, (value: number) => string];

const REQUIREMENTS: Record<StartRule, Requirement> = {
  minNoticeMinutes: [
    "min_notice_min",
    (minutes) => `requires at least ${minutes} minutes from now to the start`,
  ],
  maxAdvanceDays: ["max_advance_days", (days) => `allows at most ${days} days from now to the start`],
  maxPerDay: ["max_per_day", (count) => `allows at most ${count} consultations of the attorney on that day`],
};
