import * as z from "zod/mini";

/**
 * A check that never fails: what JSON Schema says of a rule that is checked elsewhere, for the OpenAPI document.
 */
export const documented = <Value>(keywords: Readonly<Record<string, unknown>>) =>
  z.refine<Value>(() => true, { params: keywords });

/** Has the fields, whatever their values. Naming them as properties too is what Redocly asks for. */
export const having = (fields: readonly string[]) => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
});

/** For an object that must have one of the fields. */
export const anyRequired = (fields: readonly string[]) => ({ anyOf: fields.map((field) => having([field])) });

/** For an object that must have exactly one of the fields. */
export const oneRequired = (fields: readonly string[]) => ({ oneOf: fields.map((field) => having([field])) });
