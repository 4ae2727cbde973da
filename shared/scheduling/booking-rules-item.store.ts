import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { NO_BOOKING_RULES } from "./booking-rules.rules.ts";

/** The rules in the item of a firm or member; one stored before there were rules has none. */
export const bookingRulesItem = lazy(() =>
  z._default(
    z.object({
      minNoticeMinutes: z.nullable(z.number()),
      maxAdvanceDays: z.nullable(z.number()),
      bufferMinutes: z.nullable(z.number()),
      maxPerDay: z.nullable(z.number()),
    }),
    NO_BOOKING_RULES,
  ),
);
