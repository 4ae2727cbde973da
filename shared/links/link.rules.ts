import { millisecondsInDay, millisecondsInSecond, secondsInHour } from "date-fns/constants";
import type { OperationRequest } from "../api/operation.ts";
import { CONSULTATION_STATUSES, type Consultation } from "../consultations/consultation.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { isBookable, type Member, NOT_BOOKABLE } from "../members/member.rules.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { type Slot, slotOf } from "../time/intervals.rules.ts";
import { linkFields } from "./link-fields.contract.ts";

/** A link by which a client books a consultation of a type, or manages one. */
export type Link = RecordOf<typeof linkFields>;

/**
 * Returns the end of a link: 30 days after the end of its consultation, whoever has moved it. Without one, the link
 * ends when it can no longer book. A link that was stored with both, before links ended with their consultations, ends
 * with the first, as its key does.
 */
export const endOfLink = (
  { consultationId, expiresAtEpochSeconds = Number.POSITIVE_INFINITY }: Link,
  consultation: Consultation | null,
): number =>
  Math.min(
    expiresAtEpochSeconds * millisecondsInSecond,
    consultationId === null ? Number.POSITIVE_INFINITY : shownUntilMilliseconds(consultation),
  );

/** Returns the time until which links show a consultation. A missing one, of an erased firm, is no longer shown. */
export const shownUntilMilliseconds = (consultation: Slot | null): number =>
  consultation === null ? 0 : slotOf(consultation).end + LIMITS.linkShownDays * millisecondsInDay;

/** Checks a link at each read, because ended links are deleted later. */
export const isLive = (link: Link, consultation: Consultation | null, nowMilliseconds: number): boolean =>
  nowMilliseconds < endOfLink(link, consultation);

/** Returns the end of bookings by a link: after the hours that the firm chose, by default after a week. */
export const bookableUntilEpochSeconds = (
  hours: number = LIMITS.linkHoursDefault,
  nowMilliseconds: number,
): number => Math.floor(nowMilliseconds / millisecondsInSecond) + hours * secondsInHour;

/** Returns the address of the page that a client opens. A browser sends the part after the # to nobody. */
export const linkAddress = (baseUrl: string, key: string): string => `${baseUrl}/book#${key}`;

/** A link and its consultation, if any. */
export type LinkWithConsultation = { readonly link: Link; readonly consultation: Consultation | null };

export const expiryOf = ({ link, consultation }: LinkWithConsultation): string =>
  new Date(endOfLink(link, consultation)).toISOString();

/** Returns a link as the firm sees it, with its present lead. */
export const linkResource = (listed: LinkWithConsultation, leadId: string) =>
  linkFields.resource(
    { ...listed.link, leadId },
    { expires_at: expiryOf(listed), created_at: createdAt(listed.link.id) },
  );

type NewLinkRecords = {
  readonly lead: Lead;
  readonly settings: FirmSettings;
  readonly consultation: Consultation | null;
  readonly attorney: Member | null;
};

type NewLinkRequest = Pick<OperationRequest, "json" | "nowMilliseconds">;

/** Returns the violations of a new link by the firm's records. */
export const newLinkViolations = (
  { lead, settings, consultation, attorney }: NewLinkRecords,
  { json: { consultation_id, type, attorney_id }, nowMilliseconds }: NewLinkRequest,
): Violation[] => [
  ...leadViolations(lead),
  ...(isUuid(consultation_id) ? consultationViolations(lead, consultation, nowMilliseconds) : []),
  ...(typeof type === "string" && !findConsultationType(settings, type) ? [UNKNOWN_TYPE] : []),
  ...(isUuid(attorney_id) && !isBookable(attorney) ? [NOT_BOOKABLE] : []),
];

const UNKNOWN_TYPE: Violation = {
  field: "type",
  message: "must be the key of one of the firm's consultation types",
};

const leadViolations = ({ mergedInto, erasure }: Lead): Violation[] => {
  if (mergedInto !== undefined) return [{ field: "lead_id", message: `was merged into lead ${mergedInto}` }];
  return erasure === undefined ? [] : [{ field: "lead_id", message: "must not be an erased lead" }];
};

const consultationViolations = (
  { id }: Lead,
  consultation: Consultation | null,
  nowMilliseconds: number,
): Violation[] => {
  const violation = (message: string) => [{ field: "consultation_id", message }];
  if (consultation?.leadId !== id) return violation("must be a consultation of the lead");
  const { status } = consultation;
  if (!CONSULTATION_STATUSES[status].isOpen) return violation(`is ${status}, which is final`);
  return nowMilliseconds < shownUntilMilliseconds(consultation)
    ? []
    : violation(`ended ${LIMITS.linkShownDays} days ago or more, so links no longer show it`);
};
