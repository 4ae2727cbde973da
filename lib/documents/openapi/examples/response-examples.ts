import type { JsonSchema, SchemaName } from "../json-schema.ts";
import { describedEndpoint, withIds } from "./described-endpoints.ts";
import { SCHEMA_EXAMPLES } from "./schema-examples.ts";

/** A position in a list, an opaque text. */
const NEXT_CURSOR = "eyJhZnRlciI6IjAxOWE0YTFlLTVjMDAtN2EzYiJ9.k3Jx9Q";

/** Returns an example of a response: of a named schema, of the first of several, or a page of such. */
export const responseExample = (endpoint: string, schema: JsonSchema): unknown =>
  ownExample(endpoint) ??
  namedExample(schema) ??
  namedExample(Object(schema.anyOf?.[0])) ??
  pageExample(schema);

const ownExample = (endpoint: string) => {
  const { response } = describedEndpoint(endpoint);
  return response && withIds(response(SCHEMA_EXAMPLES));
};

const namedExample = ({ $ref = "" }: JsonSchema) => SCHEMA_EXAMPLES[nameIn($ref) as SchemaName];

const pageExample = ({ properties = {} }: JsonSchema) => {
  const entry = namedExample(Object(Object(properties.data).items));
  return entry && { data: [entry], next_cursor: NEXT_CURSOR };
};

const nameIn = (reference: string) => reference.replace("#/components/schemas/", "");
