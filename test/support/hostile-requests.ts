import fc from "fast-check";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import { hostileTexts } from "./hostile-texts.ts";
import type { ApiRequest } from "./http-call.ts";
import { partsOf, requestsWith } from "./openapi/generated-requests.ts";
import type { Operation } from "./openapi/published-document.ts";
import { schemaNodes } from "./openapi/schema-nodes.ts";
import type { KnownValues } from "./openapi/valid-values.ts";

/** A request with one hostile value, and what that is. */
export type HostileRequest = { readonly label: string; readonly request: ApiRequest };

/** API Gateway takes 10 KB of headers and query together. */
const PARAMETER_BYTES = 8 * 1024;

const SEED = 20_261_101;

/** Stands for a hostile value in a request that is otherwise valid, so that each is generated once. */
const MARKER = "hostile-value";

/** Every field of the body and every parameter of an operation, each with a text of each kind as long as a request may be. */
export const hostileFields = (operation: Operation, known: KnownValues): HostileRequest[] =>
  partsOf(operation).flatMap((part) =>
    schemaNodes(part.schema, known)
      .filter(({ field }) => field !== "")
      .flatMap(({ field, embed }) => {
        const values = embed(fc.constant(MARKER)).chain((value) =>
          requestsWith(operation, known, [part, value]),
        );
        return fc.sample(values, { seed: SEED, numRuns: 1 }).flatMap((request) =>
          withTexts(request, part.name).map(([kind, hostile]) => ({
            label: `${part.name} ${field}: ${kind}`,
            request: hostile,
          })),
        );
      }),
  );

const withTexts = (request: ApiRequest, part: "query" | "headers" | "body"): [string, ApiRequest][] => {
  const valid = part === "body" ? String(request.body) : JSON.stringify(request[part]);
  const bytes = part === "body" ? LIMITS.bodyBytes : PARAMETER_BYTES;
  return hostileTexts(bytes - Buffer.byteLength(valid)).map(([kind, text]) => {
    const hostile = valid.replace(JSON.stringify(MARKER), () => JSON.stringify(text));
    return [kind, { ...request, [part]: part === "body" ? hostile : JSON.parse(hostile) }];
  });
};

/** Headers that any request may have, those of the operation aside. */
const HEADERS = [
  "accept",
  "accept-encoding",
  "content-type",
  "if-match",
  "idempotency-key",
  "intake-version",
  "origin",
  "referer",
  "user-agent",
];

/** Every header, and parameters that no operation has, with a text of each kind. */
export const hostileHeaders = (request: ApiRequest): HostileRequest[] =>
  [...HEADERS, "authorization", "query"].flatMap((name) =>
    hostileTexts(PARAMETER_BYTES).map(([kind, text]) => ({
      label: `${name}: ${kind}`,
      request: { ...request, ...parameter(name, text, request) },
    })),
  );

const parameter = (name: string, text: string, { headers, query }: ApiRequest): ApiRequest => {
  if (name === "query") return { query: { ...query, [text]: "x", key: text, unknown: text } };
  if (name !== "authorization") return { headers: { ...headers, [name]: text } };
  return { key: "", headers: { ...headers, authorization: `Bearer ${text}` } };
};

const repeated = (start: string, text: string, end = "") =>
  start + text.repeat(Math.floor((LIMITS.bodyBytes - start.length - end.length) / text.length)) + end;

/** JSON whose structure costs a careless reader much, and texts that are no JSON. */
export const hostileBodies = (): [kind: string, body: string][] => [
  ...hostileTexts(LIMITS.bodyBytes),
  ["lists within lists", "[".repeat(LIMITS.bodyBytes / 2) + "]".repeat(LIMITS.bodyBytes / 2)],
  ["objects within objects", repeated("", '{"a":')],
  ["a list of numbers", repeated("[1", ",1", "]")],
  ["a list of lists", repeated("[[]", ",[]", "]")],
  ["a long number", repeated("", "9")],
  ["many names", manyNames((name) => `"${name}":1`)],
  ["many names that are nearly names of fields", manyNames((name) => `"name_${name}":1`)],
  ["a name again and again", repeated('{"email":1', ',"email":1', "}")],
  ["a long name", repeated('{"', "a", '":1}')],
  ["names of prototypes", repeated('{"__proto__":{"a":1}', ',"constructor":1', "}")],
  ["escaped text", repeated('{"email":"', "\\u0001", '"}')],
  ["JSON within texts", `{"a":${nestedText()}}`],
];

const manyNames = (entry: (name: string) => string) => {
  const entries = Array.from({ length: 20_000 }, (_, index) => entry(index.toString(36)));
  const length = LIMITS.bodyBytes - 2;
  const text = entries.join().slice(0, length);
  return `{${text.slice(0, text.lastIndexOf(","))}}`;
};

/** Each level doubles the escapes of the one within. */
const nestedText = () => {
  let text = JSON.stringify({ email: "a@example.com" });
  for (;;) {
    const outer = JSON.stringify(`{"a":${text}}`);
    if (outer.length > LIMITS.bodyBytes - 10) return text;
    text = outer;
  }
};
