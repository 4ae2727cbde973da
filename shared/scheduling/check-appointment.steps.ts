import { clearanceCondition } from "../conflicts/clearance.store.ts";
import { requireBookable } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { isBookable, type Member, NOT_BOOKABLE } from "../members/member.rules.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Reader, uncached } from "../table/read-records.ts";
import { attorneyRules, NO_BOOKING_RULES } from "../time/booking-rules.rules.ts";
import { type Slot, slotOf, utcDates } from "../time/intervals.rules.ts";
import { checkSlot } from "../time/slots.rules.ts";
import {
  type AttorneyDay,
  busyTimesOn,
  consultationSlotsOn,
  type HeldSlot,
  obsoleteSlots,
  takenOn,
} from "./attorney-day.rules.ts";
import { daysWithin } from "./attorney-day.store.ts";
import { chooseCandidate } from "./candidates.rules.ts";
import { type Hold, holdViolations, liveHold, type StoredHold } from "./hold.rules.ts";
import { type AttorneyHolds, attorneyHoldsRecord, countLiveHolds } from "./hold.store.ts";
import { type CheckedCandidate, refuseAppointment } from "./refuse-appointment.steps.ts";
import { localDayOf, relevantDates, type SchedulingContext, slotReach } from "./scheduling-context.store.ts";
import { type SlotPreconditions, slotOfHold } from "./slot-writes.store.ts";

/** A wanted slot, and the basis of its check. */
export type AppointmentCheck = {
  readonly firmId: FirmId;
  readonly slot: Slot;
  readonly context: SchedulingContext;
  readonly nowMilliseconds: number;
  /** The lead for whom the slot is, if the firm's conflict gate judges it. */
  readonly lead?: Lead | null;
  readonly ignoresBookingRules?: boolean;
  readonly ignoresBusyTimes?: boolean;
  /** The hold that the slot is to replace; one that has ended or expired counts as none. */
  readonly hold?: StoredHold | null;
  /** The present slot of a consultation, which it leaves. */
  readonly current?: HeldSlot | null;
  /** Set for a hold, of which an attorney has a limited number. */
  readonly countsHolds?: boolean;
  /** Decides among attorneys with equally many consultations. */
  readonly seed?: string;
};

/**
 * Checks the lead and a wanted slot, and finds an attorney for whom it is free. The current slot and the hold that it replaces do
 * not block it.
 * @returns the preconditions of the write
 * @throws AppError `invalid_request`, `conflict_not_cleared`, or a slot error with alternatives
 */
export const checkAppointment = async (check: AppointmentCheck, read: Reader): Promise<SlotPreconditions> => {
  const { firmId, slot, nowMilliseconds, lead = null, seed = "" } = check;
  const attorneys = check.context.attorneys.filter(isBookable);
  const hold = requireFittingHold(check, attorneys);
  const settings = await currentSettings(check, attorneys, read);
  if (lead) requireBookable(lead, settings);
  const known = await readCalendars(check, { attorneys, settings }, read);
  const candidates = attorneys.map((attorney) => checkCandidate(check, { attorney, settings, ...known }));
  const chosen = chooseCandidate(candidates, {
    countOf: (each) => countOnDayOf(slot, each, known.days),
    seed,
  });
  if (chosen === undefined) return refuseAppointment(check, candidates, read);
  const { attorney, days, holds } = chosen;
  return {
    attorney,
    days,
    hold,
    holds,
    obsolete: obsoleteSlots(days, nowMilliseconds, slotOfNamedHold(check)),
    clearance: lead ? clearanceCondition(firmId, lead, settings) : [],
  };
};

/** Returns the live hold, if any. It must fit the slot. */
const requireFittingHold = (
  { hold = null, slot, nowMilliseconds }: AppointmentCheck,
  [attorney]: readonly Member[],
): Hold | null => {
  if (attorney === undefined) throw invalidRequest([NOT_BOOKABLE]);
  const live = liveHold(hold, nowMilliseconds);
  const violations = live ? holdViolations(live, { ...slot, attorneyId: attorney.id }) : [];
  if (violations.length > 0) throw invalidRequest(violations);
  return live;
};

/** Reads the settings again when they are older than an attorney requires: a batch read is not a snapshot. */
const currentSettings = async (
  { firmId, context: { settings } }: AppointmentCheck,
  attorneys: readonly Member[],
  read: Reader,
): Promise<FirmSettings> => {
  if (
    settings !== null &&
    attorneys.every(({ minSettingsVersion }) => settings.version >= minSettingsVersion)
  )
    return settings;
  const { current } = await read({ current: uncached(settingsRecord(firmId)) });
  return current;
};

type Rules = { readonly attorneys: readonly Member[]; readonly settings: FirmSettings };

type Calendars = { readonly days: readonly AttorneyDay[]; readonly holds: readonly AttorneyHolds[] };

/** Reads the days of attorneys of whom a relevant one is missing. The rules decide which days matter. */
const readCalendars = async (
  check: AppointmentCheck,
  { attorneys, settings }: Rules,
  read: Reader,
): Promise<Calendars> => {
  const { firmId, slot, context, countsHolds } = check;
  const { holds: knownHolds = [] } = context;
  const isOfPool = attorneys.length > 1;
  const inForce = attorneys.map((each) => ({ ...each, isOfPool, rules: rulesFor(check, each, settings) }));
  const isKnown = (attorneyId: string, date: string) =>
    context.days.some((day) => day.attorneyId === attorneyId && day.date === date);
  const unread = inForce.filter(
    (each) => !utcDates(slotReach(slot, each)).every((date) => isKnown(each.id, date)),
  );
  const missingHolds = attorneys
    .filter(({ id }) => countsHolds && !knownHolds.some(({ attorneyId }) => attorneyId === id))
    .map(({ id }) => attorneyHoldsRecord(firmId, id));
  const missing = await read({
    days: Object.fromEntries(
      unread.map((each) => [each.id, daysWithin(firmId, each.id, slotReach(slot, each))]),
    ),
    holds: missingHolds,
  });
  const known = context.days.filter(({ attorneyId }) => !(attorneyId in missing.days));
  return {
    days: [...known, ...Object.values(missing.days).flat()],
    holds: [...knownHolds, ...missing.holds],
  };
};

const rulesFor = (
  { ignoresBookingRules }: AppointmentCheck,
  { bookingRules }: Member,
  settings: FirmSettings,
) => (ignoresBookingRules ? NO_BOOKING_RULES : attorneyRules(settings.bookingRules, bookingRules));

/** Returns the slot of the hold, even if it has ended: the days may have been read before. */
const slotOfNamedHold = ({ hold = null }: AppointmentCheck) => hold && slotOfHold(hold);

type Known = Calendars & { readonly attorney: Member; readonly settings: FirmSettings };

const checkCandidate = (
  check: AppointmentCheck,
  { attorney, settings, ...known }: Known,
): CheckedCandidate => {
  const { slot, current = null, nowMilliseconds } = check;
  const rules = rulesFor(check, attorney, settings);
  const own = known.days.filter(({ attorneyId }) => attorneyId === attorney.id);
  const dates = relevantDates(slot, { ...attorney, rules });
  const days = own.filter(({ date }) => dates.includes(date));
  const calendar = {
    ...attorney,
    holidays: settings.holidays,
    rules,
    taken: takenOn(days, nowMilliseconds, [current, slotOfNamedHold(check)]),
    busyTimes: check.ignoresBusyTimes ? [] : busyTimesOn(days),
    nowMilliseconds,
  };
  const holds = known.holds.find(({ attorneyId }) => attorneyId === attorney.id) ?? null;
  const hasRoom = holds === null || countLiveHolds(holds, nowMilliseconds) < LIMITS.liveHolds;
  return {
    attorney,
    days,
    holds,
    calendar,
    hasRoom,
    problem: checkSlot(slotOf(slot), calendar) ?? (hasRoom ? null : "too_many_holds"),
  };
};

/** Returns the number of an attorney's consultations that start on the local day on which a slot starts. */
const countOnDayOf = (slot: Slot, { attorney }: CheckedCandidate, days: readonly AttorneyDay[]) => {
  const own = days.filter(({ attorneyId }) => attorneyId === attorney.id);
  const day = localDayOf(slot, attorney.timeZone);
  return consultationSlotsOn(own, day).filter(({ start }) => start >= day.start).length;
};
