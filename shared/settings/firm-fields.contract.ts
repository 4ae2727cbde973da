import * as z from "zod/mini";
import { versionField } from "../schema/common-fields.ts";
import { phoneOrNull } from "../schema/contact-fields.ts";
import { listOf, nonBlankText, notEmpty, textOrNull, timeZone } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, laterText, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { noLongerThan } from "../schema/zod.ts";
import { bookingRules } from "../time/booking-rules.contract.ts";
import { conflictGate, conflictIndex } from "./conflict-gate.contract.ts";
import { consultationTypes, REMINDERS_DESCRIPTION, remindersInput } from "./consultation-type.contract.ts";
import { customFieldFields, customFieldInput } from "./custom-field.contract.ts";
import { holidayFields, holidayInput } from "./holiday.contract.ts";
import { routingRules } from "./routing.contract.ts";
import { selfService } from "./self-service.contract.ts";
import { stageFields, stageInput } from "./stage.contract.ts";

const text = asStored(() => z.string());

const customFields = {
  ...listOfRecords(customFieldFields),
  changed: () => listOf(customFieldInput(), LIMITS.customFields),
  initial: [],
};

export const NOT_A_COUNTRY =
  "must be the two-letter code of a country with phone numbers of its own, such as US";

/** Upper-cased once it is two ASCII letters: `ß` would become `SS`. Another check requires a country with phone numbers. */
const country = () =>
  z
    .string()
    .check(
      z.trim(),
      noLongerThan(2, NOT_A_COUNTRY),
      z.regex(/^[A-Za-z]{2}$/, NOT_A_COUNTRY),
      z.toUpperCase(),
    );

/** The texts of a phone number: within its country, null if that is not the firm's, and from abroad. */
export const phoneText = () => ({ national: z.nullable(z.string()), international: z.string() });

const NOT_A_CURRENCY = "must be an ISO 4217 currency code in capitals such as USD";

/** Another check requires that the code is active. */
const currency = () =>
  z.nullable(
    z.string().check(z.trim(), noLongerThan(3, NOT_A_CURRENCY), z.regex(/^[A-Z]{3}$/, NOT_A_CURRENCY)),
  );

const INITIAL_STAGES = [
  { key: "new", name: "New", terminal: false },
  { key: "contacted", name: "Contacted", terminal: false },
  { key: "qualified", name: "Qualified", terminal: false },
  { key: "retained", name: "Retained", terminal: true },
  { key: "lost", name: "Lost", terminal: true },
];

/** The firm's settings. A new setting needs only its row. */
export const firmFields = recordFields({
  id: { shown: () => z.uuid(), ...(HAS_PROSE && { description: "UUIDv7; sorts by creation." }) },
  name: {
    attribute: "name",
    ...text,
    changed: () => nonBlankText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "The name, for people.", example: "Doe & Partners" }),
  },
  time_zone: {
    attribute: "timeZone",
    ...text,
    changed: timeZone,
    ...(HAS_PROSE && {
      description: "An IANA time zone, such as `America/New_York`.",
      example: "America/New_York",
    }),
  },
  default_country: {
    attribute: "defaultCountry",
    ...text,
    changed: country,
    ...(HAS_PROSE && {
      description:
        "The country of phone numbers without a country code, as ISO 3166-1 alpha-2. Territories without phone numbers of their own, such as AQ, are refused.",
      example: "US",
    }),
  },
  contact_phone: {
    attribute: "contactPhone",
    ...laterText,
    changed: phoneOrNull,
    ...(HAS_PROSE && {
      description:
        "The phone number at which clients reach the firm, shown on the page of their links. In E.164 if it is a valid number; null for none.",
      example: "+12125550100",
    }),
  },
  /** The contact phone as people write it; null for a text that is no valid number, and for one stored before this. */
  contact_phone_text: {
    attribute: "contactPhoneText",
    stored: () => z._default(z.nullable(z.object(phoneText())), null),
    initial: null,
  },
  currency: {
    attribute: "currency",
    ...laterText,
    changed: currency,
    ...(HAS_PROSE && {
      description:
        "The currency of amounts that are set from now on, an active ISO 4217 code; null for none. Amounts that are already set keep their currency.",
      example: "USD",
    }),
  },
  location: {
    attribute: "location",
    ...laterText,
    changed: () => textOrNull(LIMITS.locationCharacters),
    ...(HAS_PROSE && {
      description:
        "Where consultations take place if neither the booking nor the type has a location; null for none.",
      example: "1 Main Street, New York",
    }),
  },
  stages: {
    attribute: "stages",
    ...listOfRecords(stageFields),
    changed: () => listOf(stageInput(), LIMITS.stages).check(notEmpty("must have at least one stage")),
    initial: INITIAL_STAGES,
    ...(HAS_PROSE && {
      description: "The stages of a lead, in order. New leads start in the first one that is not terminal.",
      example: [
        { key: "new", name: "New", terminal: false },
        { key: "retained", name: "Retained", terminal: true },
      ],
    }),
  },
  lead_fields: {
    attribute: "leadFields",
    ...customFields,
    ...(HAS_PROSE && { description: "The fields that the firm defines for the `data` of its leads." }),
  },
  consultation_fields: {
    attribute: "consultationFields",
    ...customFields,
    ...(HAS_PROSE && {
      description: "The fields that the firm defines for the `data` of its consultations.",
      example: [],
    }),
  },
  consultation_types: {
    attribute: "consultationTypes",
    ...consultationTypes,
    initial: [],
    ...(HAS_PROSE && {
      description:
        "The types of consultation that the firm offers. A booking or hold with the key of a type takes the fields that it omits from that type.",
    }),
  },
  booking_rules: {
    attribute: "bookingRules",
    ...bookingRules,
    ...(HAS_PROSE && {
      description:
        "Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule.",
    }),
  },
  reminders_min: {
    attribute: "reminderMinutes",
    ...asStored(() => z.array(z.int())),
    changed: remindersInput,
    initial: [],
    ...(HAS_PROSE && { description: REMINDERS_DESCRIPTION, example: [1440, 60] }),
  },
  self_service: {
    attribute: "selfService",
    ...selfService,
    stored: () => z._default(selfService.stored(), selfService.initial),
    ...(HAS_PROSE && {
      description: "What clients may do with links. While it is not enabled, clients can change nothing.",
    }),
  },
  routing: {
    attribute: "routing",
    ...routingRules,
    ...(HAS_PROSE && {
      description:
        "Rules by which new leads go to members in turn and get a deadline for the first contact. The first rule that fits a lead counts.",
    }),
  },
  conflict_gate: {
    attribute: "conflictGate",
    ...conflictGate,
    ...(HAS_PROSE && {
      description: "Whether leads are checked for conflicts of interest before they can be booked.",
    }),
  },
  conflict_index: {
    attribute: "conflictIndex",
    ...conflictIndex,
    ...(HAS_PROSE && { description: "How far the index is that conflict checks search." }),
  },
  holidays: {
    attribute: "holidays",
    ...listOfRecords(holidayFields),
    changed: () => listOf(holidayInput(), LIMITS.holidays),
    taken: (holidays: readonly z.output<ReturnType<typeof holidayInput>>[]) =>
      holidays.map(holidayFields.newFields),
    initial: [],
    ...(HAS_PROSE && {
      description: "Days on which no attorney can be booked, in each attorney's own time zone.",
    }),
  },
  version: { ...versionField(), ...(HAS_PROSE && { example: 4 }) },
});
