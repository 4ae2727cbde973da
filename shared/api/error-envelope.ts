import { describeCause, log } from "../runtime/log.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { isStoreUnavailability } from "../table/unavailability.ts";
import { AppError, ERROR_STATUS, type ErrorCode } from "./app-error.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "./http-context.ts";
import type { Violation } from "./schema/violations.ts";

/** Turns every error into the error envelope. Only an AppError is shown; any other error is logged. */
export const errorEnvelope = (endpoint: ContractFields = {}): HttpMiddleware => ({
  onError: (request) => {
    const { event, context, error } = request;
    const appError = toAppError(error);
    const { code, details } = appError;
    if (ERROR_STATUS[code] < 500) {
      log("info", "request_refused", { code, fields: contractFields(details ?? [], endpoint) });
    } else {
      countOutcome("ServerErrors", code);
      log("error", "request_failed", { code, cause: describeCause(error, personalTexts(event, context)) });
    }
    request.response = {
      statusCode: ERROR_STATUS[code],
      headers: ERROR_HEADERS[code] ?? {},
      body: JSON.stringify({ error: envelope(appError, event.requestContext.requestId) }),
    };
  },
});

const ERROR_HEADERS: Partial<Record<ErrorCode, Record<string, string>>> = {
  missing_key: { "www-authenticate": "Bearer" },
  invalid_key: { "www-authenticate": 'Bearer error="invalid_token"' },
  // RFC 9110 §15.5.2 requires the header with every 401.
  invalid_signature: { "www-authenticate": "Bearer" },
  unavailable: { "retry-after": "1" },
};

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (isStoreUnavailability(error)) {
    return new AppError(
      "unavailable",
      "The service cannot do this right now. Try again; with the same Idempotency-Key nothing is made twice.",
    );
  }
  return new AppError("internal_error", "Something went wrong on our side. The request id tells us what.");
};

const envelope = ({ code, message, details, nextAvailable }: AppError, requestId: string) => ({
  code,
  message,
  details,
  request_id: requestId,
  ...(nextAvailable && { next_available: nextAvailable }),
});

/** Everything in the request that could identify a person or a key, and so must not be logged. */
const personalTexts = (event: HttpEvent, context: HttpContext): unknown[] => [
  context.deliveryJson ? context.deliveryJson() : context.payload?.json,
  event.queryStringParameters,
  event.rawQueryString,
  event.headers.authorization?.replace(/^bearer\s+/i, ""),
  event.headers["idempotency-key"],
];

export type ContractFields = Pick<EndpointDefinition, "body" | "query">;

const OTHERS = [
  "body",
  "query",
  "cursor",
  "id",
  "key",
  "external_id",
  "Idempotency-Key",
  "If-Match",
  "Intake-Version",
];

/**
 * The names that the contract has for the fields of violations, each once, for the log. What follows in a field's path
 * may be a key that a caller wrote, and so a person's name or address.
 */
export const contractFields = (
  violations: readonly Violation[],
  { body, query }: ContractFields,
): string[] => {
  const names = new Set([...shapeKeys(body?.()), ...shapeKeys(query?.()), ...OTHERS]);
  const fields = violations.map(({ field }) => field.split(/[.[]/, 1)[0] ?? "");
  return [...new Set(fields.map((field) => (names.has(field) ? field : "other")))];
};

const shapeKeys = (schema: object | undefined): string[] =>
  schema && "shape" in schema && typeof schema.shape === "object" ? Object.keys(schema.shape ?? {}) : [];
