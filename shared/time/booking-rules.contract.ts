import * as z from "zod/mini";
import { wholeNumber } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields, recordWithin } from "../schema/record-fields.ts";

/** A rule and the range of its values. */
const rule = (minimum: number, maximum: number) => ({
  ...asStored(() => z.nullable(z.int())),
  changed: () => z.nullable(wholeNumber(minimum, maximum)),
  initial: null,
});

/** The rules of booking times. In a firm, null means no rule; in a member, the firm's rule. */
export const bookingRuleFields = recordFields({
  min_notice_min: {
    attribute: "minNoticeMinutes",
    ...rule(0, LIMITS.noticeMinutes),
    ...(HAS_PROSE && {
      description:
        "The least number of minutes between the request and the start. Null for no rule, or in a member for the firm's.",
      example: 120,
    }),
  },
  max_advance_days: {
    attribute: "maxAdvanceDays",
    ...rule(1, LIMITS.advanceDays),
    ...(HAS_PROSE && {
      description:
        "The greatest number of days ahead that can be booked. Null for no rule, or in a member for the firm's.",
      example: 90,
    }),
  },
  buffer_min: {
    attribute: "bufferMinutes",
    ...rule(0, LIMITS.bufferMinutes),
    ...(HAS_PROSE && {
      description:
        "The minutes that stay free between two consultations of an attorney. Null for no rule, or in a member for the firm's.",
      example: 15,
    }),
  },
  max_per_day: {
    attribute: "maxPerDay",
    ...rule(1, LIMITS.consultationsPerDay),
    ...(HAS_PROSE && {
      description:
        "The greatest number of consultations on a day of the attorney, in the attorney's time zone. Null for no rule, or in a member for the firm's.",
      example: 8,
    }),
  },
});

/** The rules as a field of a firm or member. */
export const bookingRules = recordWithin(bookingRuleFields);
