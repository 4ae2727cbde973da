import * as z from "zod/mini";
import { wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";

/** What clients may do by links, as the API shows it; null is no limit. */
export const selfService = lazy(() =>
  z.object({
    enabled: z.boolean(),
    reschedule_notice_min: z.nullable(z.int()),
    cancel_notice_min: z.nullable(z.int()),
    max_reschedules: z.nullable(z.int()),
  }),
);

export type SelfServiceResource = z.output<ReturnType<typeof selfService>>;

const limit = (maximum: number) => z.optional(z.nullable(wholeNumber(0, maximum)));

/** What to change; the rest stays. */
export const selfServiceInput = lazy(() =>
  settingsObject({
    enabled: z.optional(z.boolean()),
    reschedule_notice_min: limit(LIMITS.noticeMinutes),
    cancel_notice_min: limit(LIMITS.noticeMinutes),
    max_reschedules: limit(LIMITS.clientMoves),
  }),
);

export type SelfServiceInput = z.output<ReturnType<typeof selfServiceInput>>;

/** The same in the item of a firm. One that was stored before there were links does without. */
export const selfServiceItem = lazy(() =>
  z._default(
    z.object({
      enabled: z.boolean(),
      rescheduleNoticeMinutes: z.nullable(z.number()),
      cancelNoticeMinutes: z.nullable(z.number()),
      maxReschedules: z.nullable(z.number()),
    }),
    { enabled: false, rescheduleNoticeMinutes: null, cancelNoticeMinutes: null, maxReschedules: null },
  ),
);
