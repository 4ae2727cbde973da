import { LIMITS } from "../../../shared/schema/limits.ts";
import { DELIVERY_EXAMPLE } from "./examples/request-examples.ts";
import type { JsonSchema } from "./json-schema.ts";

const TEXT: JsonSchema = { type: "string" };

const FORM: JsonSchema = {
  type: "object",
  description:
    "The fields of a form, posted with the key of a lead source. A name that occurs several times has a list of values, each of which counts as a field.",
  maxProperties: LIMITS.formFields,
  additionalProperties: { anyOf: [TEXT, { type: "array", items: TEXT, minItems: 2 }] },
};

/**
 * Returns the bodies of an endpoint that also takes deliveries of lead sources. A source may post any JSON. The
 * description says so, because an alternative to the lead's schema would hide the lead's fields.
 */
export const deliveryContent = (schema: JsonSchema, example: unknown) => {
  const form = { schema: FORM, example: DELIVERY_EXAMPLE };
  return {
    "application/json": { schema, example },
    "application/x-www-form-urlencoded": form,
    "multipart/form-data": form,
  };
};
