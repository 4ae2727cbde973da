import fc, { type Arbitrary } from "fast-check";
import { toJsonSchema } from "../../../lib/documents/openapi/json-schema.ts";
import { definitionOf } from "../endpoints.ts";
import type { ApiRequest } from "../http-call.ts";
import { memoized, type Operation, parametersSchema, type Schema, satisfies } from "./published-document.ts";
import { type KnownValues, validValues } from "./valid-values.ts";

type PartName = "query" | "headers" | "body";

/** A part of an operation's requests. */
export type Part = {
  readonly name: PartName;
  readonly schema: Schema;
  readonly isRequired: boolean;
};

export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content["application/json"]?.schema;

/** Returns the contract's rules about parameters of a query that need each other, which the document cannot express. */
const queryRules = ({ name }: Operation): Schema => {
  const { query } = definitionOf(name);
  const { anyOf } = query ? (toJsonSchema(query(), "input") as Schema) : {};
  return anyOf ? { anyOf } : {};
};

/** Returns the parts of an operation's requests. */
export const partsOf = memoized((operation: Operation): Part[] => {
  const query = { ...parametersSchema(operation, "query"), ...queryRules(operation) };
  const { requestBody } = operation;
  const body = bodySchema(operation);
  return [
    ...(Object.keys(query.properties ?? {}).length > 0
      ? [{ name: "query" as const, schema: query, isRequired: true }]
      : []),
    { name: "headers", schema: parametersSchema(operation, "header"), isRequired: true },
    ...(body ? [{ name: "body" as const, schema: body, isRequired: requestBody?.required ?? false }] : []),
  ];
});

type Values = Readonly<Partial<Record<PartName, unknown>>>;

/** Converts parameters to text. An empty list would be blank, and so absent; undefined is absent. */
const toTexts = (values: unknown, nameOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(values)).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[nameOf(name), Array.isArray(value) ? JSON.stringify(value) : String(value)]],
    ),
  );

const toRequest = ({ query, headers, body }: Values): ApiRequest => ({
  query: toTexts(query, (name) => name),
  headers: toTexts(headers, (name) => name.toLowerCase()),
  body: body === undefined ? undefined : JSON.stringify(body),
});

/** Returns valid requests, some without a body that is not required. */
export const validRequests = (operation: Operation, known: KnownValues): Arbitrary<ApiRequest> => {
  const parts = partsOf(operation);
  const values = parts.map(({ name, schema }) => [name, validValues(schema, "", known)]);
  const requiredKeys = parts.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return fc.record<Record<string, unknown>>(Object.fromEntries(values), { requiredKeys }).map(toRequest);
};

/** Returns requests in which one part has a given value and the others are valid. */
export const requestsWith = (
  operation: Operation,
  known: KnownValues,
  [part, value]: readonly [Part, unknown],
): Arbitrary<ApiRequest> => {
  const others = partsOf(operation).filter(({ name }) => name !== part.name);
  const values = others.map(({ name, schema }) => [name, validValues(schema, "", known)]);
  return fc
    .record<Record<string, unknown>>(Object.fromEntries(values))
    .map((rest) => toRequest({ ...rest, [part.name]: value }));
};

/** Returns true if a part with this value, as sent, is valid by the document. */
export const isDocumented = ({ name, schema }: Part, value: unknown): boolean =>
  satisfies(schema, name === "body" ? value : received(schema, value));

/** Converts the texts of parameters in the way of a reader of the document. */
const received = ({ properties = {} }: Schema, value: unknown) =>
  Object.fromEntries(
    Object.entries(toTexts(value, (name) => name)).map(([name, text]) => [
      name,
      properties[name]?.type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text,
    ]),
  );
