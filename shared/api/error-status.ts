import type { ErrorCode } from "../schema/app-error.ts";

/** The HTTP status of each code. */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
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
  lead_merged: 409,
  self_service_not_allowed: 422,
  no_open_stage: 409,
  conflict_not_cleared: 409,
  check_outdated: 409,
  conflict_gate_disabled: 409,
  conflict_index_building: 409,
  version_conflict: 409,
  unavailable: 503,
  internal_error: 500,
};
