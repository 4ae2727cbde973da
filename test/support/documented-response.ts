import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
type JsonObject = { readonly [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a path of names, if there is one. */
const valueAt = (value: Json | undefined, names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>((parent, name) => (isObject(parent) ? parent[name] : undefined), value);

/** Reads the published document. */
const readDocument = (): Json =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8"));

/** Makes objects accept only the fields that the document names. */
const strict = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(strict);
  if (!isObject(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return "properties" in copy && !("additionalProperties" in copy)
    ? { ...copy, additionalProperties: false }
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
    // Redocly lints the document, and each validator serves one file of tests, so both checks are off to save time.
    ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false, code: { optimize: false } });
    addFormats.default(ajv);
    ajv.addSchema({
      $id: "openapi",
      components: { schemas: strict(valueAt(document, ["components", "schemas"]) ?? {}) },
    });
  }
  return { document, ajv };
};

/** Returns a validator that accepts only documented fields; compiled once for each key. */
export const validatorOf = (key: string, schema: Json): ValidateFunction => {
  const { ajv } = prepare();
  const known = validators.get(key);
  if (known) return known;
  const text = JSON.stringify(strict(schema)).replaceAll('"#/components', '"openapi#/components');
  const validator = ajv.compile(JSON.parse(text));
  validators.set(key, validator);
  return validator;
};

const resolved = (value: Json | undefined): Json | undefined => {
  const { document } = prepare();
  const reference = valueAt(value, ["$ref"]);
  return typeof reference === "string" ? valueAt(document, reference.slice(2).split("/")) : value;
};

/** Headers that a response must have if the document says so. */
const REQUIRED_HEADERS = ["X-Request-Id", "Intake-Version", "Retry-After", "Location", "WWW-Authenticate"];

/**
 * Returns the fault of a response by the OpenAPI document: its status, its headers, or a field of its body that is
 * missing, has another type or is not documented. Null if there is none.
 */
export const undocumentedPart = (definition: EndpointDefinition, response: Response): string | null => {
  const { method, path } = definition;
  const names = ["paths", path, method.toLowerCase(), "responses", String(response.status)];
  const documented = resolved(valueAt(prepare().document, names));
  if (documented === undefined) return "is no documented status";
  return (
    missingHeader(documented, response) ??
    undocumentedHeader(documented, response) ??
    bodyProblem(definition.name, documented, response)
  );
};

/** A redirect has `Retry-After` only if the store was not available. */
const isOptional = (name: string, status: number) => name === "Retry-After" && status === 303;

const missingHeader = (documented: Json, { status, headers }: Response): string | null => {
  const missing = REQUIRED_HEADERS.filter((name) => !isOptional(name, status)).find(
    (name) => valueAt(documented, ["headers", name]) && headers[name.toLowerCase()] === undefined,
  );
  return missing === undefined ? null : `lacks the header ${missing}`;
};

/** Finds a header that the document describes, but not for this response. */
const undocumentedHeader = (documented: Json, { headers }: Response): string | null => {
  const names = Object.keys(valueAt(prepare().document, ["components", "headers"]) ?? {});
  const undocumented = names.find(
    (name) => headers[name.toLowerCase()] !== undefined && !valueAt(documented, ["headers", name]),
  );
  return undocumented === undefined ? null : `has the header ${undocumented}, which is not documented`;
};

const bodyProblem = (name: string, documented: Json, { status, headers, body }: Response): string | null => {
  const [mediaType = ""] = String(headers["content-type"]).split(";");
  const schema = valueAt(documented, ["content", mediaType, "schema"]);
  if (schema === undefined) return body === undefined ? null : "has a body";
  const validate = validatorOf(`${name} ${status}`, schema);
  if (validate(body)) return null;
  const [error] = validate.errors ?? [];
  return `has a body that is not documented: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`;
};
