import { describeCause } from "../runtime/describe-cause.ts";
import { log } from "../runtime/log.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { isStoreUnavailability } from "../table/unavailability.ts";
import { AppError, type ErrorCode } from "./app-error.ts";
import { type ContractFields, contractFields } from "./contract-fields.ts";
import { ERROR_STATUS } from "./error-status.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "./http-context.ts";

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
  context.keyIdentity?.kind === "ingestion" ? context.deliveryJson?.() : context.payload?.json,
  event.queryStringParameters,
  event.rawQueryString,
  event.headers.authorization?.replace(/^bearer\s+/i, ""),
  event.headers["idempotency-key"],
];
