import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { EndpointDefinition } from "../../shared/contract/endpoint-definition.ts";

type Json = { readonly [name: string]: Json };

/** The published document; `any` field of it is JSON. */
const readDocument = (): Json =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8"));

/** Makes objects accept only the fields that the document names. */
const strict = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(strict) as unknown as Json;
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return "properties" in copy && !("additionalProperties" in copy)
    ? { ...copy, additionalProperties: false as unknown as Json }
    : copy;
};

type Response = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

let document: Json | undefined;
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

const prepare = () => {
  document ??= readDocument();
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, allErrors: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: "openapi", components: { schemas: strict(document.components?.schemas ?? {}) } });
  }
  return { document, ajv };
};

/** A validator that accepts only documented fields; compiled once for each key. */
export const validatorOf = (key: string, schema: object): ValidateFunction => {
  const { ajv } = prepare();
  const known = validators.get(key);
  if (known) return known;
  const text = JSON.stringify(strict(schema as Json)).replaceAll('"#/components', '"openapi#/components');
  const validator = ajv.compile(JSON.parse(text));
  validators.set(key, validator);
  return validator;
};

const resolved = (value: Json | undefined): Json | undefined => {
  const { document } = prepare();
  const reference = value?.$ref as unknown;
  if (typeof reference !== "string") return value;
  return reference
    .slice(2)
    .split("/")
    .reduce<Json | undefined>((parent, name) => parent?.[name], document);
};

/** Headers that a response must have if the document says so. */
const REQUIRED_HEADERS = ["X-Request-Id", "Intake-Version", "Retry-After", "Location", "WWW-Authenticate"];

/**
 * What is wrong with a response by the OpenAPI document: its status, its headers, or a field of its body that is
 * missing, has another type or is not documented. Null when nothing is.
 */
export const undocumentedPart = (definition: EndpointDefinition, response: Response): string | null => {
  const { method, path } = definition;
  const documented = resolved(
    prepare().document.paths?.[path]?.[method.toLowerCase()]?.responses?.[response.status],
  );
  if (documented === undefined) return "is no documented status";
  return missingHeader(documented, response) ?? bodyProblem(definition.name, documented, response);
};

const missingHeader = (documented: Json, { headers }: Response): string | null => {
  const missing = REQUIRED_HEADERS.find(
    (name) => documented.headers?.[name] && headers[name.toLowerCase()] === undefined,
  );
  return missing === undefined ? null : `lacks the header ${missing}`;
};

const bodyProblem = (name: string, documented: Json, { status, body }: Response): string | null => {
  const schema = documented.content?.["application/json"]?.schema;
  if (schema === undefined) return body === undefined ? null : "has a body";
  const validate = validatorOf(`${name} ${status}`, schema);
  if (validate(body)) return null;
  const [error] = validate.errors ?? [];
  return `has a body that is not documented: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
};
