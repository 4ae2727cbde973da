import * as z from "zod/mini";
import { choice, configuredKey, listOf, requiredText } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { documented, ifThen, lazy } from "../schema/zod.ts";

const text = asStored(() => z.string());

const CUSTOM_FIELD_TYPES = ["text", "number", "boolean", "date", "select"] as const;

/** A field that the firm defines. */
export const customFieldFields = recordFields({
  key: {
    attribute: "key",
    ...text,
    created: () => configuredKey(LIMITS.fieldKeyCharacters),
    ...(HAS_PROSE && { description: "A key that the firm chooses; never changes.", example: "case_type" }),
  },
  label: {
    attribute: "label",
    ...text,
    created: () => requiredText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "The name of the field, for people.", example: "Case type" }),
  },
  type: {
    attribute: "type",
    ...asStored(() => z.enum(CUSTOM_FIELD_TYPES)),
    created: () => choice(CUSTOM_FIELD_TYPES),
    ...(HAS_PROSE && { description: "The type of the field's values.", example: "select" }),
  },
  options: {
    attribute: "options",
    ...asStored(() => z.array(z.string())),
    created: () => z._default(listOf(requiredText(LIMITS.optionCharacters), LIMITS.fieldOptions), []),
    ...(HAS_PROSE && {
      description: "The distinct values of a `select` field. Empty for any other type.",
      example: ["Family", "Tax"],
    }),
  },
});

/** A select field has distinct options. No other field has any. */
const OPTIONS_BY_TYPE = ifThen(
  { properties: { type: { const: "select" } } },
  { required: ["options"], properties: { options: { minItems: 1, uniqueItems: true } } },
  { properties: { options: { maxItems: 0 } } },
);

export const customFieldInput = lazy(() =>
  settingsObject(customFieldFields.created()).check(documented(OPTIONS_BY_TYPE)),
);
