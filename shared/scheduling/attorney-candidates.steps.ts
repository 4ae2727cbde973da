import type { Violation } from "../api/schema/violations.ts";
import { isBookable, NOT_BOOKABLE } from "../consultations/consultation.rules.ts";
import { findConsultationType, poolOf } from "../consultations/consultation-type.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { isUuid } from "../runtime/record-id.ts";
import { liveHold, type StoredHold } from "./hold.store.ts";

/** What a booking or hold is decided by, before its slot. */
type Booking = {
  readonly settings: FirmSettings;
  /** The attorney that it names, or all of the firm. */
  readonly attorneys: readonly (Member | null)[];
  /** The hold that it names. */
  readonly hold?: StoredHold | null;
};

type Request = { readonly json: Readonly<Record<string, unknown>>; readonly nowMilliseconds: number };

/** Who may take a booking: the attorney that it names, the one of its live hold, or any in the pool of its type. */
export const attorneyCandidates = (booking: Booking, { json, nowMilliseconds }: Request): Member[] => {
  const attorneys = booking.attorneys.filter(isBookable);
  if (json.attorney_id !== undefined) return attorneys;
  const held = liveHold(booking.hold ?? null, nowMilliseconds);
  if (held) return attorneys.filter(({ id }) => id === held.attorneyId);
  const type = findConsultationType(booking.settings, json.type);
  return type ? poolOf(type, attorneys) : [];
};

/** What a booking may leave out only if its type is one of the firm's, and what makes nobody take it. */
export const bookingViolations = (booking: Booking, request: Request): Violation[] => {
  const { json } = request;
  const hasType = findConsultationType(booking.settings, json.type) !== undefined;
  const isMissing = (field: string) => json[field] === undefined;
  return [
    ...(isMissing("attorney_id") || isUuid(json.attorney_id) ? candidateViolations(booking, request) : []),
    ...(isMissing("duration_min") && !hasType ? [required("duration_min")] : []),
  ];
};

const candidateViolations = (booking: Booking, request: Request): Violation[] => {
  if (attorneyCandidates(booking, request).length > 0) return [];
  const { json, nowMilliseconds } = request;
  const isNamed = json.attorney_id !== undefined || liveHold(booking.hold ?? null, nowMilliseconds);
  if (isNamed) return [NOT_BOOKABLE];
  return findConsultationType(booking.settings, json.type) ? [EMPTY_POOL] : [required("attorney_id")];
};

const required = (field: string): Violation => ({
  field,
  message: "is required, unless type is the key of one of the firm's consultation types",
});

const EMPTY_POOL = {
  field: "type",
  message: "has no attorney who can be booked: change its attorney_ids, or name an attorney_id",
};
