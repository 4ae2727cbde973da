import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";

/** The rules in the item of a firm or member. */
export const bookingRulesItem = lazy(() =>
  z.object({
    minNoticeMinutes: z.nullable(z.number()),
    maxAdvanceDays: z.nullable(z.number()),
    bufferMinutes: z.nullable(z.number()),
    maxPerDay: z.nullable(z.number()),
  }),
);
