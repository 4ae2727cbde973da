import * as z from "zod/mini";
import { wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";

/** When consultations may be booked, as the API shows it: null in a firm is no rule, in a member the firm's. */
export const bookingRules = lazy(() =>
  z.object({
    min_notice_min: z.nullable(z.int()),
    max_advance_days: z.nullable(z.int()),
    buffer_min: z.nullable(z.int()),
    max_per_day: z.nullable(z.int()),
  }),
);

export type BookingRulesResource = z.output<ReturnType<typeof bookingRules>>;

const rule = (minimum: number, maximum: number) => z.optional(z.nullable(wholeNumber(minimum, maximum)));

/** Rules to change; the others stay. */
export const bookingRulesInput = lazy(() =>
  settingsObject({
    min_notice_min: rule(0, LIMITS.noticeMinutes),
    max_advance_days: rule(1, LIMITS.advanceDays),
    buffer_min: rule(0, LIMITS.bufferMinutes),
    max_per_day: rule(1, LIMITS.consultationsPerDay),
  }),
);

export type BookingRulesInput = z.output<ReturnType<typeof bookingRulesInput>>;

/** The rules in the item of a firm or member. */
export const bookingRulesItem = lazy(() =>
  z.object({
    minNoticeMinutes: z.nullable(z.number()),
    maxAdvanceDays: z.nullable(z.number()),
    bufferMinutes: z.nullable(z.number()),
    maxPerDay: z.nullable(z.number()),
  }),
);
