import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { openApiDocument } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};

/** An operation of the OpenAPI document, with what the client is generated from. */
export type ApiOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body?: JsonSchema;
  readonly isBodyRequired: boolean;
  /** Undefined for a response without a body. */
  readonly result?: JsonSchema;
  /** The media type of a response that is a text instead of JSON. */
  readonly textType?: string;
};

type Content = { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> };

type DocumentOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content>>;
};

type Document = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
};

/** The OpenAPI document as a caller with an API key sees it, whom lead sources' bodies and responses do not concern. */
export const readApiDocument = () => {
  const forApiKeys = ENDPOINTS.map(
    ({ acceptsIngestionKey: _, ...definition }: EndpointDefinition) => definition,
  );
  const document: Document = JSON.parse(JSON.stringify(openApiDocument(forApiKeys)));
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => apiOperation(document, operation, { path, method })),
  );
  return { version: document.info.version, schemas: document.components.schemas, operations };
};

const apiOperation = (
  { components }: Document,
  { operationId, summary, description, parameters, requestBody, responses }: DocumentOperation,
  { path, method }: { path: string; method: string },
): ApiOperation => ({
  id: operationId,
  method: method.toUpperCase(),
  path,
  summary,
  description,
  parameters: parameters.map((each) => ("$ref" in each ? byReference(components.parameters, each) : each)),
  body: requestBody?.content?.[JSON_TYPE]?.schema,
  isBodyRequired: requestBody?.required ?? false,
  ...resultOf(successOf(responses)),
});

const JSON_TYPE = "application/json";

const resultOf = (response: Content | undefined): Pick<ApiOperation, "result" | "textType"> => {
  const [content] = Object.entries(response?.content ?? {});
  if (content === undefined) return {};
  const [mediaType, { schema }] = content;
  return { result: schema, ...(mediaType !== JSON_TYPE && { textType: mediaType }) };
};

const byReference = (parameters: Document["components"]["parameters"], { $ref }: { $ref: string }) => {
  const parameter = parameters[$ref.slice($ref.lastIndexOf("/") + 1)];
  if (parameter === undefined) throw new Error(`The document has no ${$ref}.`);
  return parameter;
};

const successOf = (responses: DocumentOperation["responses"]) =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
