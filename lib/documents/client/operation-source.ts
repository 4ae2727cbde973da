import type { Parameter } from "../openapi/headers.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { literal } from "../openapi/literal.ts";
import type { ApiOperation } from "./api-operations.ts";
import { docComment, objectSource, typeSource } from "./type-source.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Returns the types of an operation: its input, and its result unless the document names that. */
export const operationTypes = (operation: ApiOperation, schemas: Schemas): string => {
  const name = typeNameOf(operation);
  const { query, body, result } = operation;
  return [
    query.length > 0 ? `export type ${name}Query = ${parameterSource(query)};\n` : "",
    body ? `export type ${name}Body = ${typeSource(body)};\n` : "",
    hasInput(operation) ? `export type ${name}Input = ${inputSource(operation)};\n` : "",
    result && result.$ref === undefined
      ? `export type ${name}Result = ${resultSource(result, schemas)};\n`
      : "",
  ]
    .filter((source) => source !== "")
    .join("\n");
};

const typeNameOf = ({ id }: ApiOperation) => id.charAt(0).toUpperCase() + id.slice(1);

const parameterSource = (parameters: readonly Parameter[], indent = "") =>
  objectSource(
    {
      properties: Object.fromEntries(
        parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    indent,
  );

const hasInput = (operation: ApiOperation) => {
  const { pathParameters: path, query, headers, body } = operation;
  return body !== undefined || path.length + query.length + headers.length > 0;
};

const isInputRequired = (operation: ApiOperation) =>
  operation.isBodyRequired ||
  operation.pathParameters.length > 0 ||
  operation.query.some(({ required }) => required);

const inputSource = (operation: ApiOperation): string => {
  const { pathParameters: path, query, headers } = operation;
  const name = typeNameOf(operation);
  const optional = (isRequired: boolean) => (isRequired ? "" : "?");
  const isQueryRequired = query.some(({ required }) => required);
  return [
    "{\n",
    path.length > 0 ? `  path: ${parameterSource(path, "  ")};\n` : "",
    query.length > 0 ? `  query${optional(isQueryRequired)}: ${name}Query;\n` : "",
    operation.body ? `  body${optional(operation.isBodyRequired)}: ${name}Body;\n` : "",
    headers.length > 0 ? `  headers?: ${parameterSource(headers, "  ")};\n` : "",
    "}",
  ].join("");
};

/** Writes a result that extends a record of the document, such as a key with its secret, as that record and more. */
const resultSource = (result: JsonSchema, schemas: Schemas): string => {
  const [name, record] = Object.entries(schemas).find(([, schema]) => contains(result, schema)) ?? [];
  if (name === undefined || record === undefined) return typeSource(result);
  return `${name} & ${objectSource(result, "", Object.keys(record.properties ?? {}))}`;
};

const contains = (whole: JsonSchema, { properties = {} }: JsonSchema) =>
  Object.keys(properties).length > 1 &&
  Object.entries(properties).every(([name, part]) => bare(whole.properties?.[name]) === bare(part));

/** Returns a schema as text, without the parts for people. */
const bare = (schema: unknown) =>
  JSON.stringify(schema, (key, value) => (["description", "examples"].includes(key) ? undefined : value));

/** Returns the operation as a method of the client. */
export const methodSource = (operation: ApiOperation): string => {
  const { id, result } = operation;
  const doc = docComment(methodDoc(operation), "  ");
  if (isPaged(operation)) return doc + pagedMethodSource(operation);
  return `${doc}  ${id}(${argumentsSource(operation)}): Promise<${result ? resultType(operation) : "void"}>;\n`;
};

const resultType = (operation: ApiOperation) => {
  const { result, mayBeUnchanged } = operation;
  const type = result?.$ref === undefined ? `${typeNameOf(operation)}Result` : typeSource(result);
  return mayBeUnchanged ? `${type} | undefined` : type;
};

const argumentsSource = (operation: ApiOperation) => {
  const optional = isInputRequired(operation) ? "" : "?";
  const input = hasInput(operation) ? `${typeNameOf(operation)}Input` : "Record<string, never>";
  return `input${optional}: ${input}, options?: RequestOptions`;
};

const pagedMethodSource = (operation: ApiOperation): string => {
  const input = argumentsSource(operation);
  const page = resultType(operation);
  const entries = operation.result?.properties?.data as JsonSchema;
  const items = entries.items as JsonSchema;
  const entry = items.$ref === undefined ? `${page}["data"][number]` : typeSource(items);
  return [
    `  readonly ${operation.id}: {\n`,
    `    (${input}): Promise<${page}>;\n`,
    `    /** This page and all that follow. */\n    pages(${input}): AsyncGenerator<${page}, void>;\n`,
    `    /** The entries of this page and of all that follow. */\n    items(${input}): AsyncGenerator<${entry}, void>;\n`,
    "  };\n",
  ].join("");
};

const methodDoc = ({ summary, description, method, path }: ApiOperation) =>
  [`${summary.replace(/\.$/, "")}.`, withoutPageLinks(description), `\`${method} ${path}\``].join("\n\n");

/** Removes links within the reference page, which lead nowhere in an editor. */
const withoutPageLinks = (markdown: string) => markdown.replace(/\[([^\]]+)\]\(#[^)]*\)/g, "$1");

const isPaged = ({ query, result }: ApiOperation) =>
  query.some(({ name }) => name === "cursor") && result?.properties?.next_cursor !== undefined;

/** Returns an operation's entry in the routes of the client. */
export const routeSource = (operation: ApiOperation): string => {
  const { id, method, path, textType } = operation;
  const paged = isPaged(operation) ? ", isPaged: true" : "";
  const text = textType ? `, textType: "${textType}"` : "";
  return `  ${id}: { method: "${method}", path: "${path}"${paged}${text} },\n`;
};

/** Returns an operation's entry in the client's `LOST_ANSWERS`. */
export const lostAnswerSource = ({ id, lostAnswer }: ApiOperation): string =>
  `  ${id}: ${literal(lostAnswer, "javascript", 1)},\n`;
