import { describedEndpoint } from "../examples/described-endpoints.ts";
import type { JsonSchema } from "../json-schema.ts";
import { CONSULTATION_FIELDS } from "./consultation-texts.ts";
import { fieldTexts } from "./field-texts.ts";
import { FIRM_FIELDS } from "./firm-texts.ts";
import { LEAD_FIELDS } from "./lead-texts.ts";
import { LINK_FIELDS } from "./link-texts.ts";
import { SCHEDULING_FIELDS } from "./scheduling-texts.ts";
import { SHARED_FIELDS } from "./shared-texts.ts";
import { SOURCE_FIELDS } from "./source-texts.ts";
import { WEBHOOK_FIELDS } from "./webhook-texts.ts";

/**
 * The meaning of each field, by its name. `<schema>.<name>` or `<endpoint>.<name>` overrides it where the meaning
 * differs, `<schema>.<field>.<name>` within a field of that schema, and `<field>.<name>` within that field of any schema.
 * Fields of records stand in the records' tables.
 */
const FIELDS: Readonly<Record<string, string | undefined>> = {
  ...fieldTexts(),
  ...SHARED_FIELDS,
  ...LEAD_FIELDS,
  ...CONSULTATION_FIELDS,
  ...SCHEDULING_FIELDS,
  ...LINK_FIELDS,
  ...FIRM_FIELDS,
  ...SOURCE_FIELDS,
  ...WEBHOOK_FIELDS,
};

/** @returns undefined for an undescribed field; a test finds those */
export const descriptionOf = (name: string, context: string): string | undefined =>
  describedEndpoint(context).fields?.[name] ??
  FIELDS[`${context}.${name}`] ??
  FIELDS[`${context.slice(context.indexOf(".") + 1)}.${name}`] ??
  (context.includes(".") ? descriptionOf(name, context.replace(/\.[^.]*$/, "")) : FIELDS[name]);

/** Adds the description of each property, nested ones included. Leaves properties without a description as they are. */
export const withDescriptions = (schema: JsonSchema, context: string): JsonSchema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        typeof property === "boolean" || property.$ref !== undefined
          ? property
          : {
              description: descriptionOf(name, context),
              ...withDescriptions(property, `${context}.${name}`),
            },
      ]),
    ),
  }),
  ...mapEntries(schema, "items", context),
  ...mapEntries(schema, "additionalProperties", context),
  ...(schema.anyOf && {
    anyOf: schema.anyOf.map((each) => (typeof each === "boolean" ? each : withDescriptions(each, context))),
  }),
});

const mapEntries = (schema: JsonSchema, keyword: "items" | "additionalProperties", context: string) => {
  const entries = schema[keyword];
  return typeof entries === "object" && !Array.isArray(entries)
    ? { [keyword]: withDescriptions(entries, context) }
    : {};
};
