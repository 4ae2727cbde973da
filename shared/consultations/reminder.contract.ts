import * as z from "zod/mini";
import { listOf, wholeNumber } from "../api/schema/fields.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";

/** Minutes before the start at which a consultation has a reminder. */
export const remindersInput = lazy(() =>
  listOf(wholeNumber(LIMITS.reminderMinutesMinimum, LIMITS.reminderMinutesMaximum), LIMITS.reminders),
);

/** Whom a reminder is for, so that a receiver can write to the client without another call. */
export const remindedLead = lazy(() =>
  z.object({
    id: z.uuid(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
);

export type RemindedLead = z.output<ReturnType<typeof remindedLead>>;
