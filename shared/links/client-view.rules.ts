import type { Consultation } from "../consultations/consultation.rules.ts";
import { isBookableLead } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { type FirmAttorneys, isBookable, type Member } from "../members/member.rules.ts";
import type { Violation } from "../schema/violations.ts";
import { defaultsOf, findConsultationType, poolOf } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { appointmentVersion } from "./appointment-version.rules.ts";
import {
  type ClientChange,
  changeUntilMilliseconds,
  clientChangeViolations,
  movesLeft,
  selfServiceViolations,
} from "./client-changes.rules.ts";
import { expiryOf, type LinkWithConsultation } from "./link.rules.ts";
import type { ClientConsultation, LinkState } from "./link-state.contract.ts";

// The view of a client. It names each field, so that it never includes anything else of the firm.

const named = ({ name, timeZone }: Pick<Member, "name" | "timeZone">) => ({ name, time_zone: timeZone });

type Terms = Pick<Consultation, "location" | "amount" | "currency">;

/** Returns the place and the price of a consultation. An amount without a currency is no price. */
const shownTerms = ({ location, amount, currency }: Terms): Terms =>
  amount === null || currency === null
    ? { location, amount: null, currency: null }
    : { location, amount, currency };

/** Returns a consultation as its client sees it. A type that the firm does not define is text that the firm wrote. */
export const clientConsultation = (
  consultation: Consultation,
  attorney: Member | null,
  settings: FirmSettings,
): ClientConsultation => ({
  id: consultation.id,
  status: consultation.status,
  type: findConsultationType(settings, consultation.type)?.name ?? consultation.type,
  start_at: consultation.startAt,
  duration_min: consultation.durationMinutes,
  ...shownTerms(consultation),
  attorney: named(attorney ?? { name: "", timeZone: consultation.timeZone }),
  time_zone: consultation.timeZone,
});

export type LinkView = LinkWithConsultation & {
  readonly lead: Lead;
  readonly settings: FirmSettings;
  /** The attorney of the consultation, or of the link. */
  readonly attorney: Member | null;
  /** The attorneys of the firm, for a link that books any of its type's pool; otherwise null. */
  readonly attorneys: FirmAttorneys | null;
};

/** Returns the rules against any booking by a link. */
export const linkBookingViolations = ({
  link,
  settings,
}: Pick<LinkView, "link" | "settings">): Violation[] => [
  ...selfServiceViolations(settings.selfService),
  ...(link.consultationId === null ? [] : [{ field: "link", message: "already has a consultation" }]),
  ...(link.type === null || findConsultationType(settings, link.type)
    ? []
    : [{ field: "type", message: "is no longer one of the firm's consultation types" }]),
];

/** Returns the purpose of a link and its allowed actions now. */
export const linkStateOf = (view: LinkView, nowMilliseconds: number): LinkState => {
  const { link, lead, settings, consultation, attorney } = view;
  const type = findConsultationType(settings, link.type);
  const shown = consultation && clientConsultation(consultation, attorney, settings);
  return {
    id: link.id,
    first_name: lead.firstName,
    firm: { ...named(settings), country: settings.defaultCountry },
    contact_phone: settings.contactPhone,
    contact_phone_text: settings.contactPhoneText,
    language: settings.selfService.language,
    attorney: attorney && named(attorney),
    type: shown?.type ?? type?.name ?? null,
    duration_min: shown?.duration_min ?? type?.durationMinutes ?? null,
    ...shownTerms(consultation ?? { ...defaultsOf(settings, link.type), currency: settings.currency }),
    time_zone: shown?.time_zone ?? attorney?.timeZone ?? settings.timeZone,
    expires_at: expiryOf(view),
    consultation: shown,
    etag: consultation && `"${appointmentVersion(consultation)}"`,
    allowed: allowedBy(view, nowMilliseconds),
    reschedule_until: untilOf("reschedule", view),
    cancel_until: untilOf("cancel", view),
    reschedules_left: movesLeft(settings.selfService, consultation ?? {}),
  };
};

/** Returns the allowed actions. A consultation with an attorney who has left can only be canceled. */
const allowedBy = (view: LinkView, nowMilliseconds: number): LinkState["allowed"] => {
  const { link, lead, settings, consultation, attorney, attorneys } = view;
  const type = findConsultationType(settings, link.type);
  const isReady = isBookableLead(lead, settings);
  const isInPool = type !== undefined && attorneys !== null && poolOf(type, attorneys.ids).length > 0;
  const hasAttorney = isInPool || isBookable(attorney);
  const allows = (change: ClientChange) =>
    consultation !== null &&
    clientChangeViolations(change, settings.selfService, consultation, nowMilliseconds).length === 0;
  return {
    book: isReady && hasAttorney && linkBookingViolations(view).length === 0,
    reschedule: isReady && hasAttorney && allows("reschedule"),
    cancel: allows("cancel"),
  };
};

const untilOf = (change: ClientChange, { settings, consultation }: LinkView): string | null => {
  const until = consultation && changeUntilMilliseconds(change, settings.selfService, consultation);
  return until === null ? null : new Date(until).toISOString();
};
