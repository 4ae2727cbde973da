import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import {
  choice,
  configuredKey,
  dayText,
  line,
  lineOrNull,
  listOf,
  nonBlankText,
  notEmpty,
  requiredText,
  timeZone,
} from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { daysInOrder } from "../schema/time.ts";
import { documented, ifThen, lazy, noLongerThan } from "../schema/zod.ts";
import { bookingRules, bookingRulesInput } from "../time/booking-rules.contract.ts";
import { consultationType, consultationTypeInput, remindersInput } from "./consultation-type.contract.ts";
import { selfService, selfServiceInput } from "./self-service.contract.ts";

export const CUSTOM_FIELD_TYPES = ["text", "number", "boolean", "date", "select"] as const;

/** A field that the firm defines, as stored and as shown. */
export const customField = lazy(() =>
  z.object({
    key: z.string(),
    label: z.string(),
    type: z.enum(CUSTOM_FIELD_TYPES),
    options: z.array(z.string()),
  }),
);

export const holiday = lazy(() =>
  z.object({ start_date: z.string(), end_date: z.string(), name: z.string() }),
);

/** The firm's settings as the API shows them. */
export const firm = lazy(() =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    time_zone: z.string(),
    default_country: z.string(),
    contact_phone: z.nullable(z.string()),
    stages: z.array(z.object({ key: z.string(), name: z.string(), terminal: z.boolean() })),
    lead_fields: z.array(customField()),
    consultation_fields: z.array(customField()),
    consultation_types: z.array(consultationType()),
    booking_rules: bookingRules(),
    reminders_min: z.array(z.int()),
    self_service: selfService(),
    holidays: z.array(holiday()),
    version: z.int(),
  }),
);

export type FirmResource = z.output<ReturnType<typeof firm>>;

export const stageInput = lazy(() =>
  settingsObject({
    key: configuredKey(LIMITS.stageKeyCharacters),
    name: requiredText(LIMITS.nameCharacters),
    terminal: z._default(z.boolean(), false),
  }),
);

/** A select field has options, which differ; no other field has any. */
const OPTIONS_BY_TYPE = ifThen(
  { properties: { type: { const: "select" } } },
  { required: ["options"], properties: { options: { minItems: 1, uniqueItems: true } } },
  { properties: { options: { maxItems: 0 } } },
);

export const customFieldInput = lazy(() =>
  settingsObject({
    key: configuredKey(LIMITS.fieldKeyCharacters),
    label: requiredText(LIMITS.nameCharacters),
    type: choice(CUSTOM_FIELD_TYPES),
    options: z._default(listOf(requiredText(LIMITS.optionCharacters), LIMITS.fieldOptions), []),
  }).check(documented(OPTIONS_BY_TYPE)),
);

const holidayInput = lazy(() =>
  settingsObject({
    start_date: dayText(),
    end_date: dayText(),
    name: z._default(line(LIMITS.nameCharacters), ""),
  }).check(daysInOrder()),
);

const NOT_A_COUNTRY = "must be an ISO 3166-1 alpha-2 country code such as US";

/** Upper-cased once it is two ASCII letters: `ß` would become `SS`. That there is such a country is checked apart. */
const country = () =>
  z
    .string()
    .check(
      z.trim(),
      noLongerThan(2, NOT_A_COUNTRY),
      z.regex(/^[A-Za-z]{2}$/, NOT_A_COUNTRY),
      z.toUpperCase(),
    );

const firmChanges = lazy(() =>
  settingsObject(
    {
      name: z.optional(nonBlankText(LIMITS.nameCharacters)),
      time_zone: z.optional(timeZone()),
      default_country: z.optional(country()),
      contact_phone: z.optional(lineOrNull(LIMITS.phoneCharacters)),
      stages: z.optional(listOf(stageInput(), LIMITS.stages).check(notEmpty("must have at least one stage"))),
      lead_fields: z.optional(listOf(customFieldInput(), LIMITS.customFields)),
      consultation_fields: z.optional(listOf(customFieldInput(), LIMITS.customFields)),
      consultation_types: z.optional(listOf(consultationTypeInput(), LIMITS.consultationTypes)),
      booking_rules: z.optional(bookingRulesInput()),
      reminders_min: z.optional(remindersInput()),
      self_service: z.optional(selfServiceInput()),
      holidays: z.optional(listOf(holidayInput(), LIMITS.holidays)),
    },
    { shown: firm },
  ),
);

export type FirmChanges = z.output<ReturnType<typeof firmChanges>>;

const firmResponse = { status: 200, schema: firm } as const;

export const getFirmEndpoint = defineEndpoint({
  name: "get-firm",
  method: "GET",
  path: "/api/firm",
  summary: "Get the firm's settings",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: firmResponse,
});

export const updateFirmEndpoint = defineEndpoint({
  name: "update-firm",
  method: "PATCH",
  path: "/api/firm",
  summary: "Change the firm's settings; a list in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "QueryIndex", "PutItem", "UpdateItem"],
  acceptsIfMatch: true,
  body: firmChanges,
  response: firmResponse,
});
