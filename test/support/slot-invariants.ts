import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import type { StoredDay } from "./consultations.ts";

const DAY_MILLISECONDS = 24 * 3_600_000;
const RELEASING_STATUSES = ["canceled", "no-show"];

type BookedSlot = {
  readonly id: string;
  readonly attorneyId: string;
  readonly start: number;
  readonly end: number;
};

/**
 * Compares consultations with the slots stored per attorney and day, independently of the production code. Reports
 * overlapping consultations of one attorney, consultations without a stored slot, and slots, other than those of holds,
 * without a consultation.
 */
export const findSlotViolations = (
  consultations: readonly Consultation[],
  days: readonly StoredDay[],
): string[] => {
  const booked = consultations.filter(({ status }) => !RELEASING_STATUSES.includes(status)).map(slotOf);
  const expected = new Set(booked.flatMap(expectedEntries));
  const stored = new Set(days.flatMap(storedEntries));
  return [
    ...findOverlaps(booked),
    ...[...expected]
      .filter((entry) => !stored.has(entry))
      .map((entry) => `consultation without a slot: ${entry}`),
    ...[...stored]
      .filter((entry) => !expected.has(entry))
      .map((entry) => `slot without a consultation: ${entry}`),
  ];
};

const slotOf = ({ id, attorneyId, startAt, durationMinutes }: Consultation): BookedSlot => {
  const start = new Date(startAt).getTime();
  return { id, attorneyId, start, end: start + durationMinutes * 60_000 };
};

const findOverlaps = (slots: readonly BookedSlot[]): string[] => {
  const sorted = slots.toSorted((one, other) => one.start - other.start);
  const latest = new Map<string, BookedSlot>();
  return sorted.flatMap((slot) => {
    const before = latest.get(slot.attorneyId);
    if (before === undefined || slot.end > before.end) latest.set(slot.attorneyId, slot);
    return before && before.end > slot.start ? [`overlap: ${before.id} and ${slot.id}`] : [];
  });
};

const formatEntry = (attorneyId: string, date: string, { id, start, end }: Omit<BookedSlot, "attorneyId">) =>
  `${attorneyId} ${date} ${id} ${start}-${end}`;

const expectedEntries = ({ id, attorneyId, start, end }: BookedSlot): string[] => {
  const entries: string[] = [];
  for (let day = start - (start % DAY_MILLISECONDS); day < end; day += DAY_MILLISECONDS) {
    entries.push(formatEntry(attorneyId, new Date(day).toISOString().slice(0, 10), { id, start, end }));
  }
  return entries;
};

const storedEntries = ({ pk, sk, slots }: StoredDay): string[] => {
  const attorneyId = pk.split("#")[3] ?? "";
  return slots.filter(({ expiry }) => expiry === undefined).map((slot) => formatEntry(attorneyId, sk, slot));
};
