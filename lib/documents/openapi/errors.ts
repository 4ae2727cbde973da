import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { ERROR_STATUS } from "../../../shared/api/error-status.ts";
import type { ErrorCode } from "../../../shared/schema/app-error.ts";
import { ERROR_EXAMPLES } from "./examples/error-examples.ts";
import { type JsonSchema, schemaRef } from "./json-schema.ts";

const EVERY_ENDPOINT: readonly ErrorCode[] = [
  "missing_key",
  "invalid_key",
  "key_disabled",
  "insufficient_scope",
  "rate_limited",
  "invalid_request",
  "internal_error",
  "unavailable",
];

/** Returns the codes of an endpoint's errors. `Intake-Version` can be invalid everywhere, and so can a body. */
export const errorCodesOf = (definition: EndpointDefinition): ErrorCode[] =>
  definition.isKeyless ? ["internal_error", "unavailable"] : codesWithKey(definition);

const codesWithKey = ({
  path,
  body,
  acceptsIfMatch,
  method,
  errors = [],
}: EndpointDefinition): ErrorCode[] => [
  ...EVERY_ENDPOINT,
  ...(path.includes("{") ? (["not_found"] as const) : []),
  ...(body || method !== "GET" ? (["payload_too_large"] as const) : []),
  ...(acceptsIfMatch ? (["version_conflict"] as const) : []),
  ...errors,
];

/** Groups the codes of an endpoint's errors by their statuses, in order. */
const codesByStatus = (definition: EndpointDefinition) => {
  const codes = errorCodesOf(definition);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort();
  return statuses.map((status) => ({ status, codes: codes.filter((code) => ERROR_STATUS[code] === status) }));
};

const responseName = (codes: readonly ErrorCode[]) => codes.join(".");

/** Returns the responses of an endpoint's errors, by status. */
export const errorResponses = (definition: EndpointDefinition): Record<string, object> =>
  Object.fromEntries(
    codesByStatus(definition).map(({ status, codes }) => [
      status,
      { $ref: `#/components/responses/${responseName(codes)}` },
    ]),
  );

/**
 * Returns a component for each set of errors that an endpoint answers with one status: its codes, with an example of
 * each.
 */
export const errorResponseComponents = (definitions: readonly EndpointDefinition[]): Record<string, object> =>
  Object.fromEntries(
    definitions
      .flatMap(codesByStatus)
      .map(({ status, codes }) => [responseName(codes), errorResponse(status, codes)]),
  );

const errorResponse = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\``).join(", "),
  headers: {
    "X-Request-Id": headerRef("X-Request-Id"),
    "Intake-Version": headerRef("Intake-Version"),
    RateLimit: headerRef("RateLimit"),
    "RateLimit-Policy": headerRef("RateLimit-Policy"),
    ...(status === 401 && { "WWW-Authenticate": headerRef("WWW-Authenticate") }),
    ...((status === 429 || status === 503) && { "Retry-After": headerRef("Retry-After") }),
  },
  content: {
    "application/json": {
      schema: schemaRef("Error"),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

export const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

export const errorExamples = () =>
  Object.fromEntries(
    Object.entries(ERROR_EXAMPLES).map(([code, { message, details = null, ...more }]) => [
      code,
      { value: { error: { code, message, details, request_id: "f3b7c1d2e4a5", ...more } } },
    ]),
  );

/** Returns the schema of every error's body. */
export const errorSchema = (): JsonSchema => ({
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "The error.",
      required: ["code", "message", "details", "request_id"],
      properties: {
        code: {
          type: "string",
          enum: Object.keys(ERROR_EXAMPLES),
          description: "The code of the error, for programs.",
        },
        message: { type: "string", description: "The error, for people." },
        details: {
          description: "The invalid fields and their problems; null if the error is not about fields.",
          anyOf: [
            {
              type: "array",
              items: {
                type: "object",
                required: ["field", "message"],
                properties: {
                  field: { type: "string", description: "A dotted path, a query parameter or a header." },
                  message: {
                    type: "string",
                    description: "Completes a sentence that begins with the name of the field.",
                  },
                },
              },
            },
            { type: "null" },
          ],
        },
        request_id: { type: "string", description: "The id of the request in the service's log." },
        next_available: {
          type: "array",
          items: { type: "string", format: "date-time" },
          description:
            "Only in errors of a slot: up to three later starts at which the same booking would be accepted.",
        },
      },
    },
  },
});
