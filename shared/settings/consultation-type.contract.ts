import * as z from "zod/mini";
import { amount } from "../schema/amount.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { configuredKey, listOf, requiredText, textOrNull, uuid, wholeNumber } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, laterText, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";

/** Minutes from each reminder of a consultation to its start. */
export const remindersInput = lazy(() =>
  listOf(wholeNumber(LIMITS.reminderMinutesMinimum, LIMITS.reminderMinutesMaximum), LIMITS.reminders),
);

export const REMINDERS_DESCRIPTION = HAS_PROSE
  ? "Minutes before the start at which `consultation.reminder_due` is emitted. A change applies to consultations that are booked or moved afterwards. Empty for no reminders; in a type, null for the firm's."
  : undefined;

/** A kind of consultation that the firm offers, with defaults for its bookings. */
export const consultationTypeFields = recordFields({
  // The value of `type` in a booking.
  key: {
    attribute: "key",
    ...asStored(() => z.string()),
    created: () => configuredKey(LIMITS.consultationTypeKeyCharacters),
    ...(HAS_PROSE && { description: "A key that the firm chooses; never changes.", example: "initial" }),
  },
  name: {
    attribute: "name",
    ...asStored(() => z.string()),
    created: () => requiredText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "The name, for people.", example: "Initial consultation" }),
  },
  duration_min: {
    attribute: "durationMinutes",
    ...asStored(() => z.int()),
    created: () => wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum),
    ...(HAS_PROSE && { description: "The duration in minutes.", example: 30 }),
  },
  amount: {
    attribute: "amount",
    ...asStored(() => z.nullable(z.number())),
    created: () => z._default(amount(), null),
    ...(HAS_PROSE && {
      description: "The price in the firm's currency; null when there is none.",
      example: 150,
    }),
  },
  location: {
    attribute: "location",
    ...laterText,
    created: () => z._default(textOrNull(LIMITS.locationCharacters), null),
    ...(HAS_PROSE && {
      description:
        "Where consultations of this type take place if the booking has no location; null for the firm's location.",
      example: null,
    }),
  },
  // The pool.
  attorney_ids: {
    attribute: "attorneyIds",
    ...asStored(() => z.nullable(z.array(z.uuid()))),
    created: () => z._default(z.nullable(listOf(uuid(), LIMITS.poolAttorneys)), null),
    ...(HAS_PROSE && {
      description:
        "The ids of the attorneys in the pool, any of whom may take a consultation of this type. Null for every attorney who can be booked, at most the first 20 by creation.",
      example: [EXAMPLE_IDS.attorney],
    }),
  },
  reminders_min: {
    attribute: "reminderMinutes",
    ...asStored(() => z.nullable(z.array(z.int()))),
    created: () => z._default(z.nullable(remindersInput()), null),
    ...(HAS_PROSE && { description: REMINDERS_DESCRIPTION, example: null }),
  },
});

export const consultationTypeInput = lazy(() => settingsObject(consultationTypeFields.created()));

/** The types as a field of a firm. */
export const consultationTypes = {
  ...listOfRecords(consultationTypeFields),
  changed: () => listOf(consultationTypeInput(), LIMITS.consultationTypes),
  taken: (types: readonly z.output<ReturnType<typeof consultationTypeInput>>[]) =>
    types.map(consultationTypeFields.newFields),
};
