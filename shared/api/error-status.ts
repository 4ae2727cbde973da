import type { ErrorCode } from "./app-error.ts";

export const ERROR_STATUS: Record<ErrorCode, number> = {
  missing_key: 401,
  invalid_key: 401,
  invalid_signature: 401,
  key_disabled: 403,
  origin_not_allowed: 403,
  insufficient_scope: 403,
  rate_limited: 429,
  payload_too_large: 413,
  not_found: 404,
  invalid_request: 422,
  outside_office_hours: 422,
  attorney_unavailable: 422,
  slot_unavailable: 409,
  booking_not_allowed: 422,
  no_open_stage: 409,
  version_conflict: 409,
  unavailable: 503,
  internal_error: 500,
};
