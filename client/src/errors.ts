import type { ErrorBody, OperationId } from "./generated.ts";

/** Every code of an error response. */
export type ErrorCode = ErrorBody["error"]["code"];

/** A field that is invalid, and why: the message completes the sentence that begins with the field. */
export type Violation = NonNullable<ErrorBody["error"]["details"]>[number];

/** What every error of a call is, except the reason with which a caller aborted. Its message begins with the operation. */
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
  /** The fields that are invalid; null when it is no matter of fields. */
  readonly details: readonly Violation[] | null;
  /** Names the request in the service's log. */
  readonly requestId: string;
  /** Later start instants at which the same booking would be accepted now; empty when the error is not about a slot. */
  readonly nextAvailable: readonly string[];
  /** How long the service asks to wait; null when it does not ask. */
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

/** The invalid fields where there are any: they say more than the message. */
const explanationOf = ({ details, message }: ErrorBody["error"]) =>
  details?.map((violation) => `${violation.field} ${violation.message}`).join("; ") || message;

/** The response is not the API's: of a proxy, for example, or of another address. */
export class IntakeResponseError extends IntakeError {
  readonly status: number;
  readonly body: string;
  /** How long the response asks to wait; null when it does not ask. */
  readonly retryAfterSeconds: number | null;

  constructor(operation: OperationId, response: Response, body: string) {
    super(operation, `the response with status ${response.status} is not one of the API.`);
    this.status = response.status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** The connection failed before the response was complete: whether the service did what was asked is not known. */
export class IntakeNetworkError extends IntakeError {
  constructor(operation: OperationId, cause: unknown) {
    super(operation, `the connection failed before the response was complete (${rootMessage(cause)}).`, {
      cause,
    });
  }
}

/** `fetch failed` says nothing; its cause does. */
const rootMessage = (error: unknown): string => {
  const { cause, message, code } = Object(error);
  return cause ? rootMessage(cause) : message || code || String(error);
};

/** A try took longer than it may: whether the service did what was asked is not known. */
export class TimeoutError extends IntakeError {
  constructor(operation: OperationId, milliseconds: number) {
    super(operation, `no response within ${milliseconds} ms.`);
  }
}

/** These say that no connection was made, so that the service has received nothing. */
const UNSENT = [
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Whether a request certainly never left: as Node says it in the causes of an error. Browsers do not say. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof Error && (UNSENT.includes(String(Object(error).code)) || isUnsent(error.cause));

/**
 * The answer was lost, and nothing tells whether the service did what was asked: read the records, then decide. `cause` is
 * the fault.
 */
export class IntakeOutcomeUnknownError extends IntakeError {
  constructor(operation: OperationId, cause: unknown) {
    super(operation, "whether the service did what was asked is not known. Read the record, then decide.", {
      cause,
    });
  }
}

/** The header has seconds or a date. */
const retryAfterSeconds = (response: Response): number | null => {
  const value = response.headers.get("retry-after");
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
};
