/** Every code that an error answer can carry; `shared/http/error-status.ts` gives each its status. */
export type ErrorCode =
  | "missing_key"
  | "invalid_key"
  | "key_disabled"
  | "insufficient_scope"
  | "rate_limited"
  | "payload_too_large"
  | "not_found"
  | "invalid_request"
  | "outside_office_hours"
  | "attorney_unavailable"
  | "slot_unavailable"
  | "no_open_stage"
  | "version_conflict"
  | "unavailable"
  | "internal_error";

/** One thing wrong with a request; `field` is a dotted path, a query parameter or a header. */
export type Violation = { readonly field: string; readonly message: string };

type AppErrorOptions = { details?: readonly Violation[]; nextAvailable?: readonly string[]; cause?: unknown };

/** The one error that reaches a caller as it is; anything else becomes an opaque `internal_error`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: readonly Violation[] | null;
  readonly nextAvailable: readonly string[] | null;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? null;
    this.nextAvailable = options.nextAvailable ?? null;
  }
}

/** 422 `invalid_request` naming every field. */
export const invalidRequest = (details: readonly Violation[]) =>
  new AppError(
    "invalid_request",
    `The request is invalid: ${details.map(({ field, message }) => `${field} ${message}`).join("; ")}.`,
    { details },
  );

/** 404 for what does not exist, for this firm. */
export const notFound = (what: string) => new AppError("not_found", `No such ${what}.`);

/** @throws AppError `not_found` when the firm has no such record */
export const requireFound = <Record>(what: string, record: Record | null): Record => {
  if (record === null) throw notFound(what);
  return record;
};
