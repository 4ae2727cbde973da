import type { ErrorCode } from "../../../../shared/schema/app-error.ts";
import { IDS } from "./shared-values.ts";

const NEXT_AVAILABLE = ["2026-11-09T16:00:00.000Z", "2026-11-09T16:15:00.000Z"];

type ErrorExample = {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
  readonly next_available?: readonly string[];
};

export const ERROR_EXAMPLES: Readonly<Record<ErrorCode, ErrorExample>> = {
  missing_key: { message: "Send the header Authorization: Bearer <key>." },
  invalid_key: { message: "The key is malformed, unknown or deleted." },
  invalid_signature: {
    message: "No signature found.",
    details: [{ field: "X-Signature", message: "No signature found. Looked at the header X-Signature." }],
  },
  key_disabled: { message: "The key is disabled." },
  origin_not_allowed: {
    message: "The source does not allow forms on pages of this origin.",
    details: [{ field: "Origin", message: "The source does not allow forms on pages of this origin." }],
  },
  insufficient_scope: { message: "The key lacks the scope leads:write." },
  rate_limited: {
    message: "The key's 1200 requests of this minute are used up. Wait as many seconds as Retry-After says.",
  },
  payload_too_large: { message: "The body may have at most 65536 bytes." },
  not_found: { message: "No such lead." },
  invalid_request: {
    message: "The request is invalid: email must be an email address.",
    details: [{ field: "email", message: "must be an email address" }],
  },
  outside_office_hours: {
    message: "The slot is not within the attorney's office hours.",
    next_available: NEXT_AVAILABLE,
  },
  attorney_unavailable: {
    message: "The slot overlaps time off of the attorney or a holiday of the firm.",
    next_available: NEXT_AVAILABLE,
  },
  slot_unavailable: {
    message: "The slot overlaps another consultation or hold of the attorney, or is too close to one.",
    next_available: NEXT_AVAILABLE,
  },
  booking_not_allowed: {
    message: "The slot violates the booking rules of the firm or the attorney.",
    details: [
      {
        field: "booking_rules.max_per_day",
        message: "allows at most 8 consultations of the attorney on that day",
      },
    ],
    next_available: NEXT_AVAILABLE,
  },
  lead_merged: {
    message: `The lead was merged into lead ${IDS.lead}: use that lead.`,
    details: [{ field: "merged_into", message: IDS.lead }],
  },
  self_service_not_allowed: {
    message:
      "A client's link may not do this: self_service.max_reschedules allows at most 2 moves of a consultation.",
    details: [{ field: "self_service.max_reschedules", message: "allows at most 2 moves of a consultation" }],
  },
  no_open_stage: { message: "The firm has no open stage for the lead." },
  conflict_not_cleared: {
    message: "Nobody has cleared the lead of conflicts of interest: its state is matches.",
    details: [
      { field: "conflict.state", message: "matches" },
      { field: "conflict.check_id", message: IDS.lead },
    ],
  },
  check_outdated: { message: "The lead has a newer check, or has changed since this one: check it again." },
  conflict_gate_disabled: { message: "The firm has no conflict gate." },
  conflict_index_building: { message: "The firm's leads are still being indexed. Try again later." },
  version_conflict: { message: "The member has changed since the version that If-Match names." },
  unavailable: {
    message:
      "The service cannot do this right now. Try again; a repeat with the same Idempotency-Key creates nothing twice.",
  },
  internal_error: { message: "Something went wrong on our side. Report the request id." },
};
