import { appointmentInput } from "../consultations/consultation.contract.ts";
import { type Appointment, slotOf } from "../consultations/consultation.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { Member } from "../members/member.rules.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type RecordRef, recordFromBody, uncached } from "../table/read-records.ts";
import { type AttorneyDay, dayRecord } from "./attorney-day.store.ts";
import { attorneyRules } from "./booking-rules.rules.ts";
import { utcDates } from "./intervals.rules.ts";
import { type AttorneyCalendar, relevantRange } from "./slots.rules.ts";

/** What the check of an appointment starts from; null for a record that was not read or does not exist. */
export type SchedulingContext = {
  readonly settings: FirmSettings | null;
  readonly attorney: Member | null;
  /** The check may need more: which days it needs depends on the rules, which are read together with these. */
  readonly days: readonly AttorneyDay[];
};

type SchedulingReads = {
  readonly settings: RecordRef<FirmSettings>;
  readonly attorney: RecordRef<Member | null>;
  readonly days: readonly RecordRef<AttorneyDay>[];
};

/** A slot of an attorney. */
export type SlotRequest = Omit<Appointment, "timeZone">;

/** The records to read for an appointment. The days are those that matter by the rules as this instance last read them. */
export const schedulingReads = (firm: FirmId, slot: SlotRequest): SchedulingReads => ({
  settings: uncached(settingsRecord(firm)),
  attorney: uncached(cachedMemberRecord(firm, slot.attorneyId)),
  days: relevantDates(slot, cachedRules(firm, slot.attorneyId)).map((date) =>
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
    return {
      settings: settingsRecord(firm),
      attorney: recordFromBody(json.attorney_id, (id) => cachedMemberRecord(firm, id)),
      days: [],
    };
  }
  return schedulingReads(firm, {
    attorneyId: input.attorney_id,
    startAt: input.start_at,
    durationMinutes: input.duration_min,
  });
};

type AttorneyRules = Pick<AttorneyCalendar, "rules" | "timeZone">;

/** The days whose slots matter to a slot under these rules; without rules, those that it touches. */
export const relevantDates = (slot: SlotRequest, attorney?: AttorneyRules): string[] => {
  const { start, end } = slotOf(slot);
  if (attorney === undefined) return utcDates({ start, end });
  return utcDates(relevantRange(attorney, { start, end: start + 1 }, slot.durationMinutes));
};

const cachedRules = (firm: FirmId, attorneyId: string): AttorneyRules | undefined => {
  const [settings, attorney] = [
    settingsRecord(firm).cached?.(),
    cachedMemberRecord(firm, attorneyId).cached?.(),
  ];
  if (!settings || !attorney) return undefined;
  return { rules: attorneyRules(settings.bookingRules, attorney.bookingRules), timeZone: attorney.timeZone };
};
