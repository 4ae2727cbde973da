import { attorneyRecord } from "../members/attorney-list.store.ts";
import { isBookable, type Member } from "../members/member.rules.ts";
import { isUuid } from "../runtime/record-id.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader, RecordRef } from "../table/read-records.ts";
import { type Interval, type Slot, slotOf, utcDates } from "../time/intervals.rules.ts";
import { type AttorneyCalendar, relevantRange, withEchoes } from "../time/slots.rules.ts";
import { localDaysAround } from "../time/start-rules.rules.ts";
import type { AttorneyDay } from "./attorney-day.rules.ts";
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

export type RulesInForce = Pick<AttorneyCalendar, "rules" | "timeZone">;

/** Returns the time that a slot depends on by these rules; without rules, its own and that of echoes. */
export const relevantTime = (slot: Slot, attorney?: RulesInForce): Interval => {
  const { start, end } = slotOf(slot);
  if (attorney === undefined) return withEchoes({ start, end });
  return relevantRange(attorney, { start, end: start + 1 }, slot.durationMinutes);
};

/** Returns the UTC dates that a slot depends on by these rules. */
export const relevantDates = (slot: Slot, attorney: RulesInForce): string[] =>
  utcDates(relevantTime(slot, attorney));

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
export const holdCountsFromBody = (
  firm: FirmId,
  { attorney_id: id }: Readonly<Record<string, unknown>>,
): RecordRef<AttorneyHolds>[] => (isUuid(id) ? [attorneyHoldsRecord(firm, id.toLowerCase())] : []);

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
