import { attorneyRecord, firmAttorneys } from "../members/attorney-list.store.ts";
import { type FirmAttorneys, isBookable, type Member } from "../members/member.rules.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import { isUuid } from "../runtime/record-id.ts";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, type Reader, type RecordRef, uncached } from "../table/read-records.ts";
import { attorneyRules } from "../time/booking-rules.rules.ts";
import { type Interval, type Slot, slotOf, utcDates } from "../time/intervals.rules.ts";
import { slotInput } from "../time/slot.contract.ts";
import { type AttorneyCalendar, relevantRange, withEchoes } from "../time/slots.rules.ts";
import { localDaysAround } from "../time/start-rules.rules.ts";
import type { AttorneyDay } from "./attorney-day.rules.ts";
import { daysWithin } from "./attorney-day.store.ts";
import { type AttorneyHolds, attorneyHoldsRecord } from "./hold.store.ts";

/** The basis of an appointment's check; null for a record that was not read or does not exist. */
export type SchedulingContext = {
  readonly settings: FirmSettings | null;
  /** The candidates for the slot: a named attorney, or a pool. */
  readonly attorneys: readonly (Member | null)[];
  /** The check may need more days: they depend on the rules, which are read together with these. */
  readonly days: readonly AttorneyDay[];
  readonly holds?: readonly AttorneyHolds[];
};

export type SchedulingReads = {
  readonly settings: RecordRef<FirmSettings>;
  readonly attorneys: readonly RecordRef<Member | null>[];
  readonly days: QueryRef<AttorneyDay[]>;
};

/**
 * Returns the records to read for an appointment with an attorney, all from the table. Includes the days, if the slot
 * is known, that matter by the rules that this instance read last.
 */
export const schedulingReads = (firm: FirmId, attorneyId: string, slot: Slot | null): SchedulingReads => ({
  settings: uncached(settingsRecord(firm)),
  attorneys: [uncached(cachedMemberRecord(firm, attorneyId))],
  days: daysWithin(firm, attorneyId, slot && relevantTime(slot, lastRules(firm, attorneyId))),
});

type Json = Readonly<Record<string, unknown>>;

/** Returns the same for the appointment in an unvalidated body, so that one read serves the whole request. */
export const schedulingReadsFromBody = (firm: FirmId, json: Json): SchedulingReads =>
  isUuid(json.attorney_id)
    ? schedulingReads(firm, json.attorney_id.toLowerCase(), slotFromBody(json))
    : { settings: settingsRecord(firm), attorneys: [], days: NO_DAYS };

const NO_DAYS: SchedulingReads["days"] = { query: async () => [] };

/** Returns the slot in an unvalidated body; null when it is invalid. */
const slotFromBody = (json: Json): Slot | null => {
  const { data } = slotInput().safeParse(json);
  return data ? { startAt: data.start_at, durationMinutes: data.duration_min } : null;
};

type RulesInForce = Pick<AttorneyCalendar, "rules" | "timeZone">;

/** Returns the time that a slot depends on by these rules; without rules, its own and that of echoes. */
const relevantTime = (slot: Slot, attorney?: RulesInForce): Interval => {
  const { start, end } = slotOf(slot);
  if (attorney === undefined) return withEchoes({ start, end });
  return relevantRange(attorney, { start, end: start + 1 }, slot.durationMinutes);
};

/** Returns the UTC dates that a slot depends on by these rules. */
export const relevantDates = (slot: Slot, attorney: RulesInForce): string[] =>
  utcDates(relevantTime(slot, attorney));

const lastRules = (firm: FirmId, attorneyId: string): RulesInForce | undefined => {
  const settings = settingsRecord(firm).lastRead?.();
  const attorney = cachedMemberRecord(firm, attorneyId).lastRead?.();
  if (!settings || !attorney) return undefined;
  return { rules: attorneyRules(settings.bookingRules, attorney.bookingRules), timeZone: attorney.timeZone };
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
  const timed = { duration_min: lastType(firm, json)?.durationMinutes, ...json };
  const { attorneys, days } = schedulingReadsFromBody(firm, timed);
  return { attorneys: { read: attorneys }, days, settings };
};

/** Returns the bookable members with these ids, in this order. Reads those that were not read with the list. */
export const readPool = async (
  firm: FirmId,
  ids: readonly string[],
  { read: known }: { readonly read: readonly (Member | null)[] },
  read: Reader,
): Promise<Member[]> => {
  const missing = ids.filter((id) => !known.some((attorney) => attorney?.id === id));
  const { others } = await read({ others: missing.map((id) => attorneyRecord(firm, id)) });
  const bookable = new Map([...known, ...others].filter(isBookable).map((each) => [each.id, each]));
  return ids.flatMap((id) => bookable.get(id) ?? []);
};

/** Reads the record that counts the live holds of the attorney in a body. */
export const holdCountsFromBody = (firm: FirmId, { attorney_id: id }: Json): RecordRef<AttorneyHolds>[] =>
  isUuid(id) ? [attorneyHoldsRecord(firm, id.toLowerCase())] : [];

/** Returns the type of a booking by the settings that this instance read last. */
const lastType = (firm: FirmId, { type }: Json) => {
  const settings = settingsRecord(firm).lastRead?.();
  return settings && findConsultationType(settings, type);
};

/**
 * Returns the time of the days that a slot depends on. For one of a pool, includes the slot's local day: the attorney
 * with the fewest consultations on it takes the slot.
 */
export const slotReach = (slot: Slot, attorney: RulesInForce & { readonly isOfPool: boolean }): Interval => {
  const needed = relevantTime(slot, attorney);
  const day = attorney.isOfPool ? localDayOf(slot, attorney.timeZone) : needed;
  return { start: Math.min(needed.start, day.start), end: Math.max(needed.end, day.end) };
};

/** Returns the local day on which a slot starts. */
export const localDayOf = (slot: Slot, timeZone: string) => {
  const { start } = slotOf(slot);
  return localDaysAround(timeZone, { start, end: start + 1 });
};
