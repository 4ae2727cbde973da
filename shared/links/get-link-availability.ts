import { operation } from "../api/operation.ts";
import type { Consultation } from "../consultations/consultation.rules.ts";
import { slotOfConsultation } from "../consultations/consultation.store.ts";
import { isBookableLead } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { firmAttorneys } from "../members/attorney-list.store.ts";
import type { FirmAttorneys, Member } from "../members/member.rules.ts";
import { memberRecord } from "../members/member.store.ts";
import { availableStarts, searchedDays, startsOfPool } from "../scheduling/available-starts.steps.ts";
import { candidateIds, type NamedAttorney } from "../scheduling/candidates.rules.ts";
import { readPool } from "../scheduling/scheduling-context.store.ts";
import { rangeOf } from "../schema/time.ts";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type RecordRef, uncached } from "../table/read-records.ts";
import { getLinkAvailabilityEndpoint } from "./by-link.contract.ts";
import { clientChangeViolations } from "./client-changes.rules.ts";
import { linkBookingViolations } from "./client-view.rules.ts";
import type { Link } from "./link.rules.ts";
import { readByLink } from "./link-reads.store.ts";

/**
 * Lists the starts that a booking by the link, or a move of its consultation, would accept; none while neither is
 * allowed.
 */
export const getLinkAvailability = operation(getLinkAvailabilityEndpoint, {
  reads: (request) => ({
    settings: uncached(settingsRecord(request.firmId)),
    // The attorney of a consultation is known once that is read.
    byLink: readByLink(request, ({ attorneyId, consultationId }) => ({
      attorneys: consultationId === null ? attorneysOf(request.firmId, attorneyId) : NO_RECORD,
    })),
  }),

  decide: async (
    { settings, byLink: { link, lead, consultation, found } },
    { firmId, query, nowMilliseconds },
    read,
  ) => {
    const attorneyId = consultation?.attorneyId ?? link.attorneyId;
    const type = findConsultationType(settings, link.type);
    const attorneys =
      found.attorneys ?? (await read({ attorneys: attorneysOf(firmId, attorneyId) })).attorneys;
    const [named] = attorneyId === null ? [] : attorneys.read;
    const timeZone = consultation?.timeZone ?? named?.timeZone ?? settings.timeZone;
    const ids = poolFor({ link, lead, settings, consultation, nowMilliseconds }, attorneys);
    const pool = await readPool(firmId, ids, attorneys, read);
    const search = {
      settings,
      range: rangeOf(query),
      durationMinutes: consultation?.durationMinutes ?? type?.durationMinutes ?? 0,
      stepMinutes: query.step_min,
      nowMilliseconds,
      current: consultation && slotOfConsultation(consultation),
    };
    const refs = pool.map((attorney) => [attorney.id, searchedDays(firmId, attorney, search)] as const);
    const { days } = await read({ days: Object.fromEntries(refs) });
    const starts = startsOfPool(pool, (attorney) =>
      availableStarts(attorney, days[attorney.id] ?? [], search),
    );
    return { answer: { data: starts.map(({ start_at }) => ({ start_at })), time_zone: timeZone } };
  },
});

/** Reads the attorney of the link or its consultation; without one, the attorneys of the firm. */
const attorneysOf = (firm: FirmId, id: string | null) =>
  id === null ? firmAttorneys(firm) : namedAttorney(firm, id);

const namedAttorney = (firm: FirmId, id: string): { readonly read: readonly RecordRef<Member | null>[] } => ({
  read: [memberRecord(firm, id)],
});

type Context = {
  readonly link: Link;
  readonly lead: Lead;
  readonly settings: FirmSettings;
  readonly consultation: Consultation | null;
  readonly nowMilliseconds: number;
};

/** Returns the ids of the candidates for the slot; none while the link may not book or move. */
const poolFor = (
  { link, lead, settings, consultation, nowMilliseconds }: Context,
  attorneys: NamedAttorney | FirmAttorneys,
): string[] => {
  if (!isBookableLead(lead, settings)) return [];
  const broken = consultation
    ? clientChangeViolations("reschedule", settings.selfService, consultation, nowMilliseconds)
    : linkBookingViolations({ link, settings });
  if (broken.length > 0) return [];
  return candidateIds({ settings, attorneys }, { json: { type: link.type }, nowMilliseconds });
};
