import { slotOf } from "../consultations/consultation.rules.ts";
import { findConsultationType, poolOf } from "../consultations/consultation-type.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { Member } from "../members/member.rules.ts";
import { firmAttorneys, lastFirmAttorneys } from "../members/member.store.ts";
import { isUuid } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, type RecordRef, uncached } from "../table/read-records.ts";
import { dayRecord } from "./attorney-day.store.ts";
import { attorneyRules } from "./booking-rules.rules.ts";
import { type AttorneyHolds, attorneyHoldsRecord } from "./hold.store.ts";
import { utcDates } from "./intervals.rules.ts";
import {
  relevantDates,
  type SchedulingReads,
  type Slot,
  schedulingReadsFromBody,
  slotFromBody,
} from "./scheduling-context.store.ts";
import type { AttorneyCalendar } from "./slots.rules.ts";
import { localDaysAround } from "./start-rules.rules.ts";

type Json = Readonly<Record<string, unknown>>;

type BookingReads = Omit<SchedulingReads, "attorneys"> & {
  readonly attorneys: SchedulingReads["attorneys"] | QueryRef<Member[]>;
};

/**
 * The records to read for the booking or hold in an unvalidated body: of the attorney that it names; otherwise all the
 * firm's attorneys, and the days of the pool as this instance last read it. The settings are what defines the types.
 */
export const bookingReadsFromBody = (firm: FirmId, json: Json): BookingReads => {
  const timed = { duration_min: lastType(firm, json)?.durationMinutes, ...json };
  const reads =
    json.attorney_id === undefined
      ? { attorneys: firmAttorneys(firm), days: poolDays(firm, timed) }
      : schedulingReadsFromBody(firm, timed);
  return { ...reads, settings: uncached(settingsRecord(firm)) };
};

/** The records that count the live holds of the attorney that a body names, or of the pool as last read. */
export const holdCountsFromBody = (firm: FirmId, json: Json): RecordRef<AttorneyHolds>[] => {
  const ids = isUuid(json.attorney_id)
    ? [json.attorney_id.toLowerCase()]
    : lastPool(firm, json).map(({ id }) => id);
  return ids.map((id) => attorneyHoldsRecord(firm, id));
};

const lastType = (firm: FirmId, { type }: Json) => {
  const settings = settingsRecord(firm).lastRead?.();
  return settings && findConsultationType(settings, type);
};

const lastPool = (firm: FirmId, json: Json) => {
  const type = lastType(firm, json);
  return type && json.attorney_id === undefined ? poolOf(type, lastFirmAttorneys(firm)) : [];
};

const poolDays = (firm: FirmId, json: Json) => {
  const [settings, slot] = [settingsRecord(firm).lastRead?.(), slotFromBody(json)];
  if (!settings || !slot) return [];
  return lastPool(firm, json).flatMap(({ id, timeZone, bookingRules }) =>
    poolDates(slot, { timeZone, rules: attorneyRules(settings.bookingRules, bookingRules) }).map((date) =>
      dayRecord(firm, id, date),
    ),
  );
};

/** The days that matter to a slot, and those of its local day: the attorney with the fewest consultations there takes it. */
export const poolDates = (slot: Slot, attorney: Pick<AttorneyCalendar, "rules" | "timeZone">): string[] => [
  ...new Set([...relevantDates(slot, attorney), ...utcDates(localDayOf(slot, attorney.timeZone))]),
];

/** The local day on which a slot starts. */
export const localDayOf = (slot: Slot, timeZone: string) => {
  const { start } = slotOf(slot);
  return localDaysAround(timeZone, { start, end: start + 1 });
};
