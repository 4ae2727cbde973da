import * as z from "zod/mini";
import { wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { instantInput } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** The slot in a body. The duration defaults to the longest, so that the reads suffice for any slot. */
export const slotInput = lazy(() =>
  z.object({
    start_at: instantInput(),
    duration_min: z._default(
      wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum),
      LIMITS.durationMinutesMaximum,
    ),
  }),
);

/** The reasons to refuse a slot. */
export const SLOT_ERRORS = [
  "outside_office_hours",
  "attorney_unavailable",
  "slot_unavailable",
  "booking_not_allowed",
] as const;
