import { LIMITS } from "../../shared/api/schema/limits.ts";
import { DELIVERY_EXAMPLE } from "./examples/request-examples.ts";
import type { JsonSchema } from "./json-schema.ts";

const DELIVERY: JsonSchema = {
  title: "Delivery",
  description:
    "With the key of a lead source: any JSON. The source's mapping says where the lead's fields are, and the delivery is accepted if it has what a lead needs.",
};

const TEXT: JsonSchema = { type: "string" };

const FORM: JsonSchema = {
  type: "object",
  description:
    "With the key of a lead source: the fields of a form. A name that repeats is a list, and counts each time.",
  maxProperties: LIMITS.formFields,
  additionalProperties: { anyOf: [TEXT, { type: "array", items: TEXT, minItems: 2 }] },
};

/** The bodies of an endpoint that also takes deliveries of lead sources: `schema` is for API keys. */
export const deliveryContent = (schema: JsonSchema, example: unknown) => {
  const form = { schema: FORM, example: DELIVERY_EXAMPLE };
  return {
    "application/json": {
      schema: { anyOf: [{ title: "Lead", ...schema }, DELIVERY] },
      examples: {
        lead: { summary: "With an API key", value: example },
        delivery: { summary: "With the key of a lead source", value: DELIVERY_EXAMPLE },
      },
    },
    "application/x-www-form-urlencoded": form,
    "multipart/form-data": form,
  };
};
