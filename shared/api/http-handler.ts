import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { monotonicMilliseconds } from "../runtime/deadline.ts";
import { describeCause, log, runInvocation } from "../runtime/log.ts";
import { AppError, type ErrorCode } from "../schema/app-error.ts";
import { fieldNames } from "../schema/near-misses.ts";
import type { Violation } from "../schema/violations.ts";
import { isStoreUnavailability } from "../table/retry.ts";
import { compression } from "./compression.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import { ERROR_STATUS } from "./error-status.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "./http-types.ts";
import { LATEST_API_VERSION } from "./request-headers.ts";

/** A pipeline that only compresses, after all other middlewares. Its own deadline replaces middy's. */
export const pipeline = () =>
  middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 }).use(compression());

/** Returns the handler of a function. Its log lines name the function and the request. */
export const inInvocation =
  (name: string, respond: (event: HttpEvent, context: Context) => Promise<HttpResult>) =>
  (event: HttpEvent, context: Context): Promise<HttpResult> =>
    runInvocation({ function: name, requestId: event.requestContext.requestId }, () =>
      respond(event, context),
    );

/** Returns the handler of a function that anyone may call, without a key. */
export const publicHandler = (name: string, answer: (event: HttpEvent) => HttpResult) =>
  inInvocation(name, pipeline().use([responseHeaders(), errorEnvelope()]).handler(answer));

/** Logs each request that succeeds; the error envelope logs the others. */
export const logRequest = (): HttpMiddleware => ({
  before: ({ context }) => {
    context.startedAtMilliseconds = monotonicMilliseconds();
  },
  after: ({ context, response }) => {
    const { startedAtMilliseconds = monotonicMilliseconds() } = context;
    const milliseconds = Math.round(monotonicMilliseconds() - startedAtMilliseconds);
    log("info", "request_handled", { status: response?.statusCode ?? 200, milliseconds });
  },
});

/** Adds the headers that every response has, errors included. */
export const responseHeaders = (): HttpMiddleware => {
  const addHeaders: HttpMiddleware["after"] = ({ event, context, response }) => {
    if (!response) return;
    response.headers = {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": event.requestContext.requestId,
      "intake-version": context.apiVersion ?? LATEST_API_VERSION,
      ...context.responseHeaders,
      ...response.headers,
    };
  };
  return { after: addHeaders, onError: addHeaders };
};

/** Turns every error into the error envelope. Shows only an AppError; logs any other error. */
export const errorEnvelope = (endpoint: ContractFields = {}): HttpMiddleware => ({
  onError: (request) => {
    const { event, error } = request;
    const appError = toAppError(error);
    const { code, details } = appError;
    if (ERROR_STATUS[code] < 500) {
      log("info", "request_refused", { code, fields: contractFields(details ?? [], endpoint) });
    } else {
      log("error", "request_failed", { code, cause: describeCause(error) });
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
      "The service cannot do this right now. Try again; a repeat with the same Idempotency-Key creates nothing twice.",
    );
  }
  return new AppError("internal_error", "Something went wrong on our side. Report the request id.");
};

const envelope = ({ code, message, details, nextAvailable }: AppError, requestId: string) => ({
  code,
  message,
  details,
  request_id: requestId,
  ...(nextAvailable && { next_available: nextAvailable }),
});

type ContractFields = Pick<EndpointDefinition, "body" | "query">;

const OTHERS = [
  "access",
  "body",
  "calendar",
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
 * Returns the contract's names for the fields of violations, each once, for the log. The rest of a field's path may be
 * a key that a caller wrote, and so a person's name or address.
 */
export const contractFields = (
  violations: readonly Violation[],
  { body, query }: ContractFields,
): string[] => {
  const names = new Set([...fieldNames(body?.()), ...fieldNames(query?.()), ...OTHERS]);
  const fields = violations.map(({ field }) => field.split(/[.[]/, 1)[0] ?? "");
  return [...new Set(fields.map((field) => (names.has(field) ? field : "other")))];
};
