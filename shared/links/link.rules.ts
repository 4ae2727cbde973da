import { secondsInHour } from "date-fns/constants";
import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import {
  CONSULTATION_STATUSES,
  type Consultation,
  isBookable,
  NOT_BOOKABLE,
  slotOf,
} from "../consultations/consultation.rules.ts";
import { findConsultationType } from "../consultations/consultation-type.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import type { LinkResource } from "./link.contract.ts";

/** A link by which a client books a consultation of a type, or manages one. */
export type Link = {
  /** UUIDv7, also the id of its key. */
  readonly id: string;
  /** Of the lead for whom it was made, which may have been merged into another one since. */
  readonly leadId: string;
  /** The key of a consultation type; null for a link that was made to manage a consultation. */
  readonly type: string | null;
  /** With whom it books; null for any of the type's pool. */
  readonly attorneyId: string | null;
  /** What it manages, or has booked. */
  readonly consultationId: string | null;
  readonly expiresAtEpochSeconds: number;
  /** The hash of its key. */
  readonly sha256: string;
};

const instantAt = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString();

export const expiryOf = ({ expiresAtEpochSeconds }: Link) => instantAt(expiresAtEpochSeconds);

/** A link as the firm sees it, of the lead that it is for by now. */
export const linkResource = (link: Link, leadId: string): LinkResource => ({
  id: link.id,
  lead_id: leadId,
  consultation_id: link.consultationId,
  type: link.type,
  attorney_id: link.attorneyId,
  expires_at: expiryOf(link),
  created_at: createdAt(link.id),
});

/** DynamoDB deletes expired items up to days late. */
export const isLive = ({ expiresAtEpochSeconds }: Link, nowMilliseconds: number) =>
  nowMilliseconds < expiresAtEpochSeconds * 1000;

/** Until when a link shows a consultation. */
export const shownUntilEpochSeconds = (
  consultation: Pick<Consultation, "startAt" | "durationMinutes">,
): number => Math.ceil(slotOf(consultation).end / 1000) + LIMITS.linkShownSeconds;

type Expiry = {
  readonly hours: number | undefined;
  readonly consultation: Consultation | null;
  readonly nowMilliseconds: number;
};

/** After the hours that the firm chose; otherwise after a week, or as long as the consultation is shown. */
export const firstExpiryEpochSeconds = ({ hours, consultation, nowMilliseconds }: Expiry): number => {
  const after = (number: number) => Math.floor(nowMilliseconds / 1000) + number * secondsInHour;
  if (hours !== undefined) return after(hours);
  return Math.max(after(LIMITS.linkHoursDefault), consultation ? shownUntilEpochSeconds(consultation) : 0);
};

type Json = Readonly<Record<string, unknown>>;

type NewLinkRecords = {
  readonly lead: Lead;
  readonly settings: FirmSettings;
  readonly consultation: Consultation | null;
  readonly attorney: Member | null;
};

/** What the firm's records show to be wrong with a new link. */
export const newLinkViolations = (
  { lead, settings, consultation, attorney }: NewLinkRecords,
  { consultation_id, type, attorney_id }: Json,
): Violation[] => [
  ...leadViolations(lead),
  ...(isUuid(consultation_id) ? consultationViolations(lead, consultation) : []),
  ...(typeof type === "string" && !findConsultationType(settings, type) ? [UNKNOWN_TYPE] : []),
  ...(isUuid(attorney_id) && !isBookable(attorney) ? [NOT_BOOKABLE] : []),
];

const UNKNOWN_TYPE: Violation = {
  field: "type",
  message: "must be the key of one of the firm's consultation types",
};

const leadViolations = ({ mergedInto, erasure }: Lead): Violation[] => {
  if (mergedInto !== undefined) return [{ field: "lead_id", message: `was merged into lead ${mergedInto}` }];
  return erasure === undefined
    ? []
    : [{ field: "lead_id", message: "must be a lead whose data were not erased" }];
};

const consultationViolations = ({ id }: Lead, consultation: Consultation | null): Violation[] => {
  const field = "consultation_id";
  if (consultation?.leadId !== id) return [{ field, message: "must be a consultation of the lead" }];
  const { status } = consultation;
  return CONSULTATION_STATUSES[status].isOpen ? [] : [{ field, message: `is ${status}, which is final` }];
};
