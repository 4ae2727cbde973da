import * as z from "zod/mini";
import { amount } from "../schema/amount.ts";
import { configuredKey, listOf, requiredText, uuid, wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";

/** A kind of consultation that the firm offers, as the API shows it. */
export const consultationType = lazy(() =>
  z.object({
    key: z.string(),
    name: z.string(),
    duration_min: z.int(),
    amount: z.nullable(z.number()),
    attorney_ids: z.nullable(z.array(z.uuid())),
    reminders_min: z.nullable(z.array(z.int())),
  }),
);

export type ConsultationTypeResource = z.output<ReturnType<typeof consultationType>>;

export const consultationTypeInput = lazy(() =>
  settingsObject({
    key: configuredKey(LIMITS.consultationTypeKeyCharacters),
    name: requiredText(LIMITS.nameCharacters),
    duration_min: wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum),
    amount: z._default(amount(), null),
    attorney_ids: z._default(z.nullable(listOf(uuid(), LIMITS.poolAttorneys)), null),
    reminders_min: z._default(z.nullable(remindersInput()), null),
  }),
);

/** A type in the item of a firm. */
export const consultationTypeItem = lazy(() =>
  z.object({
    key: z.string(),
    name: z.string(),
    durationMinutes: z.number(),
    amount: z.nullable(z.number()),
    attorneyIds: z.nullable(z.array(z.string())),
    reminderMinutes: z.nullable(z.array(z.number())),
  }),
);

/** Minutes before the start at which a consultation has a reminder. */
export const remindersInput = lazy(() =>
  listOf(wholeNumber(LIMITS.reminderMinutesMinimum, LIMITS.reminderMinutesMaximum), LIMITS.reminders),
);
