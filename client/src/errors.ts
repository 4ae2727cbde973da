import type { ErrorBody, OperationId } from "./generated.ts";

/** Every code of an error response. */
export type ErrorCode = ErrorBody["error"]["code"];

/** An invalid field, and why it is invalid. The message completes the sentence that begins with the field. */
export type Violation = NonNullable<ErrorBody["error"]["details"]>[number];

/**
 * The base of every error of a call, except the reason with which a caller aborted. Its message begins with the
 * operation.
 */
export abstract class IntakeError extends Error {
  /** The operation that was called. */
  readonly operation: OperationId;

  constructor(operation: OperationId, message: string, options?: ErrorOptions) {
    super(`${operation}: ${message}`, options);
    this.name = new.target.name;
    this.operation = operation;
  }
}

/** The API refused the request: `code` says why. */
export class IntakeApiError extends IntakeError {
  readonly status: number;
  readonly code: ErrorCode;
  /** The message of the API alone, without the operation. */
  readonly apiMessage: string;
  /** The invalid fields; null if the error is not about fields. */
  readonly details: readonly Violation[] | null;
  /** Names the request in the service's log. */
  readonly requestId: string;
  /** Later start instants at which the same booking would be accepted now; empty if the error is not about a slot. */
  readonly nextAvailable: readonly string[];
  /** The wait that the service asks for; null if it does not ask. */
  readonly retryAfterSeconds: number | null;

  constructor(operation: OperationId, response: Response, { error }: ErrorBody) {
    super(
      operation,
      `${response.status} ${error.code}: ${explanationOf(error)} (request_id ${error.request_id})`,
    );
    this.status = response.status;
    this.code = error.code;
    this.apiMessage = error.message;
    this.details = error.details ?? null;
    this.requestId = error.request_id;
    this.nextAvailable = error.next_available ?? [];
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** Returns the invalid fields, which say more than the message, or else the message. */
const explanationOf = ({ details, message }: ErrorBody["error"]) =>
  details?.map((violation) => `${violation.field} ${violation.message}`).join("; ") || message;

/** The response does not come from the API, but for example from a proxy or another address. */
export class IntakeResponseError extends IntakeError {
  readonly status: number;
  readonly body: string;
  /** The wait that the response asks for; null if it does not ask. */
  readonly retryAfterSeconds: number | null;

  constructor(operation: OperationId, response: Response, body: string) {
    super(operation, `the response with status ${response.status} is not one of the API.`);
    this.status = response.status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** The connection failed before the response was complete. It is unknown whether the service performed the call. */
export class IntakeNetworkError extends IntakeError {
  constructor(operation: OperationId, cause: unknown) {
    super(operation, `the connection failed before the response was complete (${rootMessage(cause)}).`, {
      cause,
    });
  }
}

/** Returns the cause's message: `fetch failed` says nothing. */
const rootMessage = (error: unknown): string => {
  const { cause, message, code } = Object(error);
  return cause ? rootMessage(cause) : message || code || String(error);
};

/** A try exceeded its time limit. It is unknown whether the service performed the call. */
export class TimeoutError extends IntakeError {
  constructor(operation: OperationId, milliseconds: number) {
    super(operation, `no response within ${milliseconds} ms.`);
  }
}

/** Codes of failed connections, by which the service has received nothing. */
const UNSENT = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Returns true if a request certainly never left, by the codes in Node's causes. Browsers have no such codes. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Error && (isFailedConnect(error) || isUnsent(error.cause));

/** A host can also become unreachable after the request was sent: then reading or writing fails. */
const isFailedConnect = (error: Error): boolean => {
  const { code, syscall } = Object(error);
  return UNSENT.includes(String(code)) && syscall !== "read" && syscall !== "write";
};

/**
 * The answer was lost, and it stays unknown whether the service performed the call: read the records, then decide.
 * `cause` is the fault.
 */
export class IntakeOutcomeUnknownError extends IntakeError {
  /** True if the record does not show the call, and a repetition would have no other effect. */
  readonly mayRepeat: boolean;

  constructor(operation: OperationId, cause: unknown, mayRepeat = false) {
    super(operation, "whether the service did what was asked is not known. Read the record, then decide.", {
      cause,
    });
    this.mayRepeat = mayRepeat;
  }
}

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7), of which the last one names no zone. */
const HTTP_DATE = /^[A-Z][a-z]+,? [\w -]+ \d\d:\d\d:\d\d( GMT| \d{4})$/;

/** Returns the seconds of the header, which has a number of them or a date; null for anything else. */
const retryAfterSeconds = (response: Response): number | null => {
  const value = response.headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  if (!HTTP_DATE.test(value)) return null;
  const milliseconds = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds / 1000);
};
