import { boundViolations, type Violation } from "./violations.ts";

/** Every code of an error response. */
export type ErrorCode =
  | "missing_key"
  | "invalid_key"
  | "invalid_signature"
  | "key_disabled"
  | "origin_not_allowed"
  | "insufficient_scope"
  | "rate_limited"
  | "payload_too_large"
  | "not_found"
  | "invalid_request"
  | "outside_office_hours"
  | "attorney_unavailable"
  | "slot_unavailable"
  | "booking_not_allowed"
  | "lead_merged"
  | "self_service_not_allowed"
  | "no_open_stage"
  | "conflict_not_cleared"
  | "check_outdated"
  | "conflict_gate_disabled"
  | "conflict_index_building"
  | "version_conflict"
  | "unavailable"
  | "internal_error";

type AppErrorOptions = { details?: readonly Violation[]; nextAvailable?: readonly string[]; cause?: unknown };

/** The only error whose code and message callers see. Any other error becomes an opaque `internal_error`. */
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

/**
 * Returns 422 `invalid_request` with the violations. A limit keeps the response small for any input; the message gives
 * the number of the omitted violations.
 */
export const invalidRequest = (violations: readonly Violation[]) => {
  const details = boundViolations(violations);
  const sentences = details.map(({ field, message }) => `${field} ${message}`);
  const more = violations.length - details.length;
  if (more > 0) sentences.push(`and ${more} more`);
  return new AppError("invalid_request", `The request is invalid: ${sentences.join("; ")}.`, { details });
};

/** Returns the same 401 for an unknown, an expired and a revoked key. */
export const invalidKey = () => new AppError("invalid_key", "The key is malformed, unknown or deleted.");

/** Returns 404 for a record that the firm does not have. */
export const notFound = (noun: string) => new AppError("not_found", `No such ${noun}.`);

/** Returns 403 for a disabled key, or for the key of a disabled source. */
export const keyDisabled = (noun: "key" | "source") =>
  new AppError("key_disabled", `The ${noun} is disabled.`);

/** Returns 403 for a request that a lease admitted seconds after the operator had disabled the firm. */
export const firmDisabled = () => new AppError("key_disabled", "The firm is disabled.");

/**
 * Returns the record.
 * @throws AppError `not_found` when the firm has no such record
 */
export const requireFound = <Record>(noun: string, record: Record | null): Record => {
  if (record === null) throw notFound(noun);
  return record;
};
