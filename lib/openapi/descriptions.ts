import { FIELD_DESCRIPTIONS } from "./field-descriptions.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Adds the description of each property, also within others. Properties without one are left as they are. */
export const withDescriptions = (schema: JsonSchema, context: string): JsonSchema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        typeof property === "boolean" || property.$ref !== undefined
          ? property
          : { description: descriptionOf(name, context), ...withDescriptions(property, context) },
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

/** @returns undefined for a field that nobody has described; a test finds those */
export const descriptionOf = (name: string, context: string): string | undefined =>
  FIELD_DESCRIPTIONS[`${context}.${name}`] ?? FIELD_DESCRIPTIONS[name];
