import { operation } from "../api/operation.ts";
import { type Consultation, isBookable } from "../consultations/consultation.rules.ts";
import { findConsultationType, poolOf } from "../consultations/consultation-type.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { Member } from "../members/member.rules.ts";
import { firmAttorneys, memberRecord } from "../members/member.store.ts";
import { availableStarts, searchedDays, startsOfPool } from "../scheduling/available-starts.steps.ts";
import { slotOfConsultation } from "../scheduling/slot-writes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type RecordRef, uncached } from "../table/read-records.ts";
import { getLinkAvailabilityEndpoint } from "./by-link.contract.ts";
import { brokenByLink } from "./client-view.rules.ts";
import type { Link } from "./link.rules.ts";
import { readByLink } from "./link-reads.store.ts";
import { brokenByChange } from "./self-service.rules.ts";

/** Lists the starts that a booking by the link would accept, or a move of its consultation; none while it may do neither. */
export const getLinkAvailability = operation(getLinkAvailabilityEndpoint, {
  reads: (request) => ({
    settings: uncached(settingsRecord(request.firmId)),
    byLink: readByLink(request, () => ({})),
  }),

  decide: async ({ settings, byLink: { link, consultation } }, { firmId, query, nowMilliseconds }, read) => {
    const attorneyId = consultation?.attorneyId ?? link.attorneyId;
    const { all, named } = await read(attorneyRefs(firmId, attorneyId));
    const timeZone = consultation?.timeZone ?? named?.timeZone ?? settings.timeZone;
    const attorneys = [...all, named].filter(isBookable);
    const pool = poolFor({ link, settings, consultation, nowMilliseconds }, attorneys);
    const search = {
      settings,
      range: { start: Date.parse(query.from), end: Date.parse(query.to) },
      durationMinutes:
        consultation?.durationMinutes ?? findConsultationType(settings, link.type)?.durationMinutes ?? 0,
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

/** The attorney whom the link or its consultation names, otherwise all of the firm. */
const attorneyRefs = (firm: FirmId, attorneyId: string | null) =>
  attorneyId === null
    ? { all: firmAttorneys(firm), named: NO_RECORD }
    : { all: NOBODY, named: memberRecord(firm, attorneyId) };

const NOBODY: readonly RecordRef<Member>[] = [];

type Context = {
  readonly link: Link;
  readonly settings: FirmSettings;
  readonly consultation: Consultation | null;
  readonly nowMilliseconds: number;
};

/** Who may take the slot; nobody while the link may not book or move. */
const poolFor = (
  { link, settings, consultation, nowMilliseconds }: Context,
  attorneys: readonly Member[],
): readonly Member[] => {
  const broken = consultation
    ? brokenByChange("reschedule", settings.selfService, consultation, nowMilliseconds)
    : brokenByLink({ link, settings });
  if (broken.length > 0) return [];
  const type = findConsultationType(settings, link.type);
  return consultation || link.attorneyId !== null || !type ? attorneys : poolOf(type, attorneys);
};
