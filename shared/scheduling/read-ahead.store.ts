import { firmAttorneys } from "../members/attorney-list.store.ts";
import type { FirmAttorneys, Member } from "../members/member.rules.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import { boundedMap } from "../runtime/collections.ts";
import { isUuid } from "../runtime/record-id.ts";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, type RecordRef, uncached } from "../table/read-records.ts";
import { attorneyRules } from "../time/booking-rules.rules.ts";
import type { Slot } from "../time/intervals.rules.ts";
import { slotInput } from "../time/slot.contract.ts";
import type { AttorneyDay } from "./attorney-day.rules.ts";
import { daysWithin } from "./attorney-day.store.ts";
import { type RulesInForce, relevantTime } from "./scheduling-context.store.ts";

/*
 * What a booking, a hold or a move reads ahead, by guesses.
 *
 * The check of a slot needs the settings, the attorney, and the attorney's days on which the slot depends. Which days
 * these are depends on the settings and the attorney, so whoever knows nothing reads in two round trips. An instance
 * knows what it read last, however old that is. It guesses by that, and reads the days beside the records that decide.
 *
 * | guessed                                       | by                                          | a wrong guess costs |
 * |-----------------------------------------------|---------------------------------------------|---------------------|
 * | the days that the rules make matter           | settings and member, as read last           | one round trip      |
 * | how long a booking without `duration_min` is  | its type, in the settings as read last      | one, if other days  |
 * | whose consultation is moved to another start  | the firm's consultation that was moved last | one; two if the     |
 * | how long that consultation is                 | an hour                                     | rules are unknown   |
 *
 * Without anything read before, the guess is the slot's own days, or nothing where even the attorney is unknown.
 *
 * No wrong guess can do harm, because a guess only decides what to read, never what is true:
 *
 * - Settings, attorney and consultation are read from the table in this request, past every cache.
 * - By these, the check names the days that it needs (`check-appointment.steps.ts`) and reads those of an attorney of whom
 *   one is missing. A move takes nothing that was read of another attorney than its own (`move-consultation.steps.ts`).
 * - Days beyond those are ignored: they neither block the slot nor become a condition of the write.
 * - The write requires each day of the check, and the attorney, unchanged since they were read, early or late.
 *
 * A pool guesses nothing: which attorneys it has is in the settings.
 */

type SchedulingReads = {
  readonly settings: RecordRef<FirmSettings>;
  readonly attorneys: readonly RecordRef<Member | null>[];
  readonly days: QueryRef<AttorneyDay[]>;
};

/** Returns the records to read for an appointment with an attorney, and the days that are guessed if the slot is known. */
export const schedulingReads = (firm: FirmId, attorneyId: string, slot: Slot | null): SchedulingReads => ({
  settings: uncached(settingsRecord(firm)),
  attorneys: [uncached(cachedMemberRecord(firm, attorneyId))],
  days: daysWithin(firm, attorneyId, slot && relevantTime(slot, lastRules(firm, attorneyId))),
});

type Json = Readonly<Record<string, unknown>>;

/** Returns the same for the appointment in an unvalidated body, so that one read serves the whole request. */
const readsFromBody = (firm: FirmId, json: Json): SchedulingReads =>
  isUuid(json.attorney_id)
    ? schedulingReads(firm, json.attorney_id.toLowerCase(), slotFromBody(json))
    : { settings: settingsRecord(firm), attorneys: [], days: NO_DAYS };

const NO_DAYS: SchedulingReads["days"] = { query: async () => [] };

/** Returns the slot in an unvalidated body; null when it is invalid. */
const slotFromBody = (json: Json): Slot | null => {
  const { data } = slotInput().safeParse(json);
  return data ? { startAt: data.start_at, durationMinutes: data.duration_min } : null;
};

type BookingReads = Omit<SchedulingReads, "attorneys"> & {
  readonly attorneys: { readonly read: SchedulingReads["attorneys"] } | QueryRef<FirmAttorneys>;
};

/**
 * Returns the records to read for the booking or hold in an unvalidated body: those of the attorney that it names,
 * otherwise the firm's attorneys. The settings define the types.
 */
export const bookingReadsFromBody = (firm: FirmId, json: Json): BookingReads => {
  const settings = uncached(settingsRecord(firm));
  if (json.attorney_id === undefined) return { attorneys: firmAttorneys(firm), days: NO_DAYS, settings };
  const timed = { duration_min: lastMinutes(firm, json.type), ...json };
  const { attorneys, days } = readsFromBody(firm, timed);
  return { attorneys: { read: attorneys }, days, settings };
};

const GUESSED_MINUTES = 60;

/** Returns the records to read for the move in an unvalidated body, beside the consultation that it moves. */
export const moveReadsFromBody = (firm: FirmId, json: Json): SchedulingReads =>
  readsFromBody(
    firm,
    json.start_at === undefined
      ? json
      : { attorney_id: lastAttorneys.get(firm), duration_min: GUESSED_MINUTES, ...json },
  );

const lastRules = (firm: FirmId, attorneyId: string): RulesInForce | undefined => {
  const settings = settingsRecord(firm).lastRead?.();
  const attorney = cachedMemberRecord(firm, attorneyId).lastRead?.();
  if (!settings || !attorney) return undefined;
  return { rules: attorneyRules(settings.bookingRules, attorney.bookingRules), timeZone: attorney.timeZone };
};

const lastMinutes = (firm: FirmId, type: unknown): number | undefined => {
  const settings = settingsRecord(firm).lastRead?.();
  return settings && findConsultationType(settings, type)?.durationMinutes;
};

const lastAttorneys = boundedMap<FirmId, string>(10_000);

/** Remembers the attorney of a consultation that is moved. In a small firm, the next one often has the same. */
export const rememberAttorney = (firm: FirmId, attorneyId: string): void => {
  lastAttorneys.set(firm, attorneyId);
};
