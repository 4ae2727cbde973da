import * as z from "zod/mini";
import { bookingRules, bookingRulesInput } from "./booking-rules.ts";
import { defineEndpoint } from "./endpoint-definition.ts";
import {
  choice,
  configuredKey,
  line,
  listOf,
  nonBlankText,
  requiredText,
  timeZone,
} from "./schema/fields.ts";
import { lazy } from "./schema/lazy.ts";
import { LIMITS } from "./schema/limits.ts";

const CUSTOM_FIELD_TYPES = ["text", "number", "boolean", "date", "select"] as const;

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
    stages: z.array(z.object({ key: z.string(), name: z.string(), terminal: z.boolean() })),
    lead_fields: z.array(customField()),
    consultation_fields: z.array(customField()),
    booking_rules: bookingRules(),
    holidays: z.array(holiday()),
    version: z.int(),
  }),
);

export type FirmResource = z.output<ReturnType<typeof firm>>;

export const stageInput = lazy(() =>
  z.object({
    key: configuredKey(LIMITS.stageKeyCharacters),
    name: requiredText(LIMITS.nameCharacters),
    terminal: z._default(z.boolean(), false),
  }),
);

export const customFieldInput = lazy(() =>
  z.object({
    key: configuredKey(LIMITS.fieldKeyCharacters),
    label: requiredText(LIMITS.nameCharacters),
    type: choice(CUSTOM_FIELD_TYPES),
    options: z._default(listOf(requiredText(LIMITS.optionCharacters), LIMITS.fieldOptions), []),
  }),
);

export const holidayInput = lazy(() =>
  z.object({
    start_date: requiredText(10),
    end_date: requiredText(10),
    name: z._default(line(LIMITS.nameCharacters), ""),
  }),
);

/** Upper-cased once it is two ASCII letters: `ß` would become `SS`. That there is such a country is checked apart. */
const country = () =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[A-Za-z]{2}$/, "must be an ISO 3166-1 alpha-2 country code such as US"),
      z.toUpperCase(),
    );

const firmChanges = lazy(() =>
  z.object({
    name: z.optional(nonBlankText(LIMITS.nameCharacters)),
    time_zone: z.optional(timeZone()),
    default_country: z.optional(country()),
    stages: z.optional(
      listOf(stageInput(), LIMITS.stages).check(
        z.refine((stages) => stages.length > 0, "must have at least one stage"),
      ),
    ),
    lead_fields: z.optional(listOf(customFieldInput(), LIMITS.customFields)),
    consultation_fields: z.optional(listOf(customFieldInput(), LIMITS.customFields)),
    booking_rules: z.optional(bookingRulesInput()),
    holidays: z.optional(listOf(holidayInput(), LIMITS.holidays)),
  }),
);

export type FirmChanges = z.output<ReturnType<typeof firmChanges>>;

const firmResponse = { status: 200, schema: firm } as const;

export const getFirm = defineEndpoint({
  name: "get-firm",
  method: "GET",
  path: "/api/firm",
  summary: "Get the firm's settings",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: firmResponse,
});

export const updateFirm = defineEndpoint({
  name: "update-firm",
  method: "PATCH",
  path: "/api/firm",
  summary: "Change the firm's settings; a list in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "UpdateItem"],
  acceptsIfMatch: true,
  body: firmChanges,
  response: firmResponse,
});
