import type { Error_2 as ErrorBody } from "./generated.ts";

/** Every code of an error response. */
export type ErrorCode = ErrorBody["error"]["code"];

/** A field that is invalid, and why: the message completes the sentence that begins with the field. */
export type Violation = NonNullable<ErrorBody["error"]["details"]>[number];

/** What every error of this client is, except a timeout and the reason with which a caller aborted. */
export abstract class IntakeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The API refused the request: `code` says why. */
export class IntakeApiError extends IntakeError {
  readonly status: number;
  readonly code: ErrorCode;
  /** The fields that are invalid; null when it is no matter of fields. */
  readonly details: readonly Violation[] | null;
  /** Names the request in the service's log. */
  readonly requestId: string;
  /** Later start instants at which the same booking would be accepted now; empty when the error is not about a slot. */
  readonly nextAvailable: readonly string[];
  /** How long the service asks to wait; null when it does not ask. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, { error }: ErrorBody) {
    super(error.message);
    this.status = response.status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = error.request_id;
    this.nextAvailable = error.next_available ?? [];
    this.retryAfterSeconds = retryAfterSeconds(response);
  }
}

/** The response is not the API's: of a proxy, for example, or of another address. */
export class IntakeResponseError extends IntakeError {
  readonly status: number;
  readonly body: string;

  constructor(response: Response, body: string) {
    super(`The response with status ${response.status} is not one of the API.`);
    this.status = response.status;
    this.body = body;
  }
}

/** The connection failed before the response was complete: whether the service did what was asked is not known. */
export class IntakeNetworkError extends IntakeError {
  constructor(cause: unknown) {
    super("The connection failed before the response was complete.", { cause });
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
  constructor(cause: unknown) {
    super("Whether the service did what was asked is not known. Read the record, then decide.", { cause });
  }
}

/** How long a response asks to wait, or null. The header has seconds or a date. */
export const retryAfterSeconds = (response: Response): number | null => {
  const value = response.headers.get("retry-after");
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
};
