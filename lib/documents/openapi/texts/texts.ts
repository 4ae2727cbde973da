import type { Endpoint } from "../../../../shared/endpoints.ts";
import type { JsonSchema } from "../json-schema.ts";
import { CONSULTATION_FIELDS, CONSULTATION_PROSE } from "./consultation-texts.ts";
import { fieldTexts } from "./field-texts.ts";
import { FIRM_FIELDS, FIRM_PROSE } from "./firm-texts.ts";
import { LEAD_FIELDS, LEAD_PROSE } from "./lead-texts.ts";
import { LINK_FIELDS, LINK_PROSE } from "./link-texts.ts";
import { SCHEDULING_FIELDS, SCHEDULING_PROSE } from "./scheduling-texts.ts";
import { SHARED_FIELDS } from "./shared-texts.ts";
import { SOURCE_FIELDS, SOURCE_PROSE } from "./source-texts.ts";
import { WEBHOOK_FIELDS, WEBHOOK_PROSE } from "./webhook-texts.ts";

/** What each endpoint is for, what it changes elsewhere and how it usually fails, as Markdown. */
const PROSE: Readonly<Record<Endpoint["name"], string>> = {
  ...LEAD_PROSE,
  ...CONSULTATION_PROSE,
  ...SCHEDULING_PROSE,
  ...LINK_PROSE,
  ...FIRM_PROSE,
  ...SOURCE_PROSE,
  ...WEBHOOK_PROSE,
};

/**
 * What each field means, by its name; `<schema>.<name>` or `<endpoint>.<name>` where it means something else there,
 * `<schema>.<field>.<name>` within a field of that schema.
 * Those of records stand in their tables.
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

const PROSE_BY_NAME = new Map(Object.entries(PROSE));

/** The prose of an endpoint by its name. */
export const proseOf = (endpoint: string): string => (PROSE_BY_NAME.get(endpoint) ?? "").trim();

/** @returns undefined for a field that nobody has described; a test finds those */
export const descriptionOf = (name: string, context: string): string | undefined =>
  FIELDS[`${context}.${name}`] ??
  (context.includes(".") ? descriptionOf(name, context.replace(/\.[^.]*$/, "")) : FIELDS[name]);

/** Adds the description of each property, also within others. Properties without one are left as they are. */
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
