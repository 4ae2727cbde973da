import { appointmentInput } from "../consultations/consultation.contract.ts";
import { type Appointment, slotOf } from "../consultations/consultation.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { Member } from "../members/member.rules.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { boundedMap } from "../runtime/bounded-map.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type RecordRef, uncached } from "../table/read-records.ts";
import { type AttorneyDay, dayRecord } from "./attorney-day.store.ts";
import { type AttorneyCalendar, relevantRange } from "./slots.rules.ts";
import { utcDates } from "./utc-dates.rules.ts";

/** What the check of an appointment starts from; null for a record that was not read or does not exist. */
export type SchedulingContext = {
  readonly settings: FirmSettings | null;
  readonly attorney: Member | null;
  /** The check may need more: which days it needs depends on the rules, which are read together with these. */
  readonly days: readonly AttorneyDay[];
};

type SchedulingReads = {
  readonly settings: RecordRef<FirmSettings | null>;
  readonly attorney: RecordRef<Member | null>;
  readonly days: readonly RecordRef<AttorneyDay>[];
};

type Slot = Omit<Appointment, "timeZone">;

/** The records to read for an appointment. */
export const schedulingReads = (firm: FirmId, slot: Slot): SchedulingReads => ({
  settings: uncached(settingsRecord(firm)),
  attorney: memberRecordFromBody(firm, slot.attorneyId),
  days: relevantDates(slot, lastRules.get(slot.attorneyId)).map((date) =>
    dayRecord(firm, slot.attorneyId, date),
  ),
});

/** The same for the appointment in an unvalidated body, so that one read serves the whole request. */
export const schedulingReadsFromBody = (
  firm: FirmId,
  json: Readonly<Record<string, unknown>>,
): SchedulingReads => {
  const { data: input } = appointmentInput().safeParse(json);
  if (input === undefined) {
    return { settings: NO_RECORD, attorney: memberRecordFromBody(firm, json.attorney_id), days: [] };
  }
  return schedulingReads(firm, {
    attorneyId: input.attorney_id,
    startAt: input.start_at,
    durationMinutes: input.duration_min,
  });
};

type AttorneyRules = Pick<AttorneyCalendar, "rules" | "timeZone">;

/** The days whose slots matter to a slot under these rules; without rules, those that it touches. */
export const relevantDates = (slot: Slot, attorney?: AttorneyRules): string[] => {
  const { start, end } = slotOf(slot);
  if (attorney === undefined) return utcDates({ start, end });
  return utcDates(relevantRange(attorney, { start, end: start + 1 }, slot.durationMinutes));
};

/**
 * The rules by which this instance checked an attorney's last slot, by attorney: they tell which days the next check
 * will need. A wrong guess costs a round trip for the days that are missing.
 */
const lastRules = boundedMap<string, AttorneyRules>(1_000);

export const rememberRules = (attorneyId: string, { rules, timeZone }: AttorneyRules): void => {
  lastRules.set(attorneyId, { rules, timeZone });
};
