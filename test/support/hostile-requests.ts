import fc from "fast-check";
import { LIMITS } from "../../shared/schema/limits.ts";
import { hostileTexts, selectTexts } from "./hostile-texts.ts";
import type { ApiRequest } from "./http-call.ts";
import { partsOf, requestsWith } from "./openapi/generated-requests.ts";
import type { Operation, Schema } from "./openapi/published-document.ts";
import { type Node, schemaNodes } from "./openapi/schema-nodes.ts";
import type { KnownValues } from "./openapi/valid-values.ts";

/** The part of a request that is long. */
export type LongPart = "query" | "headers" | "body" | "params";

/** A request with one hostile value, a label for it, and the field that a refusal must name, if there is one. */
export type HostileRequest = {
  readonly label: string;
  readonly part: LongPart;
  readonly field?: string;
  readonly request: ApiRequest;
};

/** API Gateway takes 10 KB of headers and query together. */
export const PARAMETER_BYTES = 8 * 1024;

const SEED = 20_261_101;

/** Stands for a hostile value in an otherwise valid request, so that each request is generated once. */
const MARKER = "hostile-value";

const TEXTS_OF_FIELD = 2;
/** Few, because every operation has each header. */
const TEXTS_OF_HEADER = 1;

/**
 * Returns requests with long hostile texts in each field of the body, each parameter and the keys of each map of an
 * operation.
 */
export const hostileFields = (operation: Operation, known: KnownValues): HostileRequest[] =>
  partsOf(operation).flatMap((part) =>
    oncePerField(schemaNodes(part.schema, known)).flatMap(({ schema, field, embed }) =>
      markedValues(schema).flatMap((marked) =>
        fc
          .sample(
            embed(fc.constant(marked)).chain((value) => requestsWith(operation, known, [part, value])),
            { seed: SEED, numRuns: 1 },
          )
          .flatMap((request) => withTexts(request, part.name, field)),
      ),
    ),
  );

/** Keeps one node for each field: its alternatives have the same name, and one text meets them all. */
const oncePerField = (nodes: readonly Node[]): readonly Node[] =>
  [...new Map(nodes.map((node) => [node.field, node])).values()].filter(({ field }) => field !== "");

const markedValues = ({ additionalProperties }: Schema) =>
  additionalProperties ? [MARKER, { [MARKER]: "" }] : [MARKER];

const withTexts = (
  request: ApiRequest,
  part: "query" | "headers" | "body",
  field: string,
): HostileRequest[] => {
  const valid = part === "body" ? String(request.body) : JSON.stringify(request[part]);
  const bytes = part === "body" ? LIMITS.bodyBytes : PARAMETER_BYTES;
  const texts = hostileTexts(bytes - Buffer.byteLength(valid));
  return selectTexts(texts, field, TEXTS_OF_FIELD).map(([kind, text]) => {
    const hostile = valid.replace(JSON.stringify(MARKER), () => JSON.stringify(text));
    return {
      label: `${part} ${field}: ${kind}`,
      part,
      field,
      request: { ...request, [part]: part === "body" ? hostile : JSON.parse(hostile) },
    };
  });
};

/** Headers that any request may have. The document has the operation's own. */
const HEADERS = [
  "accept",
  "accept-encoding",
  "content-length",
  "content-type",
  "host",
  "if-match",
  "idempotency-key",
  "intake-endpoint-id",
  "intake-version",
  "origin",
  "referer",
  "user-agent",
];

/** Returns requests with hostile texts in each header, and in parameters that no operation has. */
export const hostileHeaders = (request: ApiRequest): HostileRequest[] =>
  [...HEADERS, "authorization", "query"].flatMap((name) =>
    selectTexts(hostileTexts(PARAMETER_BYTES), name, TEXTS_OF_HEADER).map(([kind, text]) => ({
      label: `${name}: ${kind}`,
      part: name === "query" ? ("query" as const) : ("headers" as const),
      request: { ...request, ...parameter(name, text, request) },
    })),
  );

const parameter = (name: string, text: string, { headers, query }: ApiRequest): ApiRequest => {
  if (name === "query") return { query: { ...query, [text]: "x", key: text, unknown: text } };
  if (name !== "authorization") return { headers: { ...headers, [name]: text } };
  return { key: "", headers: { ...headers, authorization: `Bearer ${text}` } };
};

/** Returns requests with hostile texts in each path parameter. */
export const hostileIds = (params: Readonly<Record<string, string>>): HostileRequest[] =>
  Object.keys(params).flatMap((id) =>
    selectTexts(hostileTexts(PARAMETER_BYTES), "id", TEXTS_OF_HEADER).map(([kind, text]) => ({
      label: `${id}: ${kind}`,
      part: "params" as const,
      request: { params: { ...params, [id]: text } },
    })),
  );
