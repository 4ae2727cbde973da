import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../shared/consultations/consultation.store.ts";
import { consultationFields } from "../../shared/consultations/consultation-fields.contract.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { slotToItem } from "../../shared/scheduling/attorney-day.store.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { dayKey, type Item } from "../../shared/table/record-keys.ts";
import { slotOf, utcDates } from "../../shared/time/intervals.rules.ts";
import { changeAt } from "./changes.ts";

export const newConsultation = (changes: Partial<Consultation> = {}): Consultation => ({
  ...consultationFields.initial,
  id: newRecordId(Date.now()),
  leadId: newRecordId(Date.now()),
  attorneyId: newRecordId(Date.now()),
  type: "Initial consultation",
  startAt: "2055-03-03T10:00:00.000Z",
  durationMinutes: 5,
  timeZone: "America/New_York",
  paid: false,
  amount: 150,
  data: { place: "Office", notes: "Brings the file." },
  ...changes,
});

/** Returns the items of one attorney's live consultations, and of the attorney's days with their slots. */
export const bookedItems = (firm: FirmId, consultations: readonly Consultation[]): Item[] => {
  const days = new Map<string, Item>();
  for (const consultation of consultations) {
    const { start, end } = slotOf(consultation);
    for (const date of utcDates({ start, end })) {
      const day = days.get(date) ?? { ...dayKey(firm, consultation.attorneyId, date), version: 1, slots: {} };
      const slot = { ...consultation, start, end };
      Object.assign(Object(day.slots), { [slot.id]: slotToItem(slot) });
      days.set(date, day);
    }
  }
  const change = changeAt(Date.now());
  return [...consultations.map((each) => consultationToItem(firm, each, change)), ...days.values()];
};
