import { AppError, type ErrorCode } from "../contract/app-error.ts";
import { describeCause } from "../runtime/describe-cause.ts";
import { log } from "../runtime/log.ts";
import { isStoreUnavailability } from "../storage/dynamodb/unavailability.ts";
import { ERROR_STATUS } from "./error-status.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "./http-context.ts";

/** Turns whatever was thrown into the error envelope. What is not an AppError is logged and not told. */
export const errorEnvelope = (endpointName: string): HttpMiddleware => ({
  onError: (request) => {
    const { event, context, error } = request;
    const shown = visibleError(error);
    const requestId = event.requestContext.requestId;
    const entry = { requestId, endpoint: endpointName, code: shown.code };
    if (ERROR_STATUS[shown.code] < 500) {
      log("info", "request_refused", { ...entry, fields: (shown.details ?? []).map(({ field }) => field) });
    } else {
      log("error", "request_failed", {
        ...entry,
        cause: describeCause(error, personalTexts(event, context)),
      });
    }
    request.response = {
      statusCode: ERROR_STATUS[shown.code],
      headers: ERROR_HEADERS[shown.code] ?? {},
      body: JSON.stringify({ error: envelope(shown, requestId) }),
    };
  },
});

const ERROR_HEADERS: Partial<Record<ErrorCode, Record<string, string>>> = {
  missing_key: { "www-authenticate": "Bearer" },
  invalid_key: { "www-authenticate": 'Bearer error="invalid_token"' },
  unavailable: { "retry-after": "1" },
};

const visibleError = (error: unknown): AppError => {
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

/** Everything a caller sent that could tell a person or a key, and so must not stand in a log. */
const personalTexts = (event: HttpEvent, { payload }: HttpContext): unknown[] => [
  payload?.json,
  event.queryStringParameters,
  event.headers.authorization?.replace(/^bearer\s+/i, ""),
  event.headers["idempotency-key"],
];
