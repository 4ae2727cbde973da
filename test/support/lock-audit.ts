import type { Consultation } from "../../shared/domain/consultations/consultation.ts";
import type { StoredDay } from "./consultations.ts";

const DAY_MS = 24 * 3_600_000;
const FREED = ["canceled", "no-show"];

type Held = {
  readonly id: string;
  readonly attorneyId: string;
  readonly start: number;
  readonly end: number;
};

/**
 * What is wrong with a table's consultations and days, found without any of the code that keeps them right: live
 * consultations of one attorney that overlap, and slots that are locked but not held or held but not locked.
 */
export const auditLocks = (consultations: readonly Consultation[], days: readonly StoredDay[]): string[] => {
  const held = consultations.filter(({ status }) => !FREED.includes(status)).map(heldBy);
  const expected = new Set(held.flatMap(entriesOf));
  const actual = new Set(days.flatMap(lockedEntries));
  return [
    ...overlapsIn(held),
    ...[...expected].filter((entry) => !actual.has(entry)).map((entry) => `not locked: ${entry}`),
    ...[...actual].filter((entry) => !expected.has(entry)).map((entry) => `not held: ${entry}`),
  ];
};

const heldBy = ({ id, attorneyId, startAt, durationMinutes }: Consultation): Held => {
  const start = new Date(startAt).getTime();
  return { id, attorneyId, start, end: start + durationMinutes * 60_000 };
};

const overlapsIn = (held: readonly Held[]): string[] => {
  const sorted = held.toSorted((one, other) => one.start - other.start);
  const last = new Map<string, Held>();
  return sorted.flatMap((slot) => {
    const before = last.get(slot.attorneyId);
    if (before === undefined || slot.end > before.end) last.set(slot.attorneyId, slot);
    return before && before.end > slot.start ? [`overlap: ${before.id} and ${slot.id}`] : [];
  });
};

const entry = (attorneyId: string, date: string, slot: string) => `${attorneyId} ${date} ${slot}`;

const entriesOf = ({ id, attorneyId, start, end }: Held): string[] => {
  const entries: string[] = [];
  for (let day = start - (start % DAY_MS); day < end; day += DAY_MS) {
    entries.push(entry(attorneyId, new Date(day).toISOString().slice(0, 10), `${id} ${start}-${end}`));
  }
  return entries;
};

const lockedEntries = ({ pk, sk, slots }: StoredDay): string[] => {
  const attorneyId = pk.split("#")[3] ?? "";
  return Object.entries(slots).map(([id, [start, end]]) => entry(attorneyId, sk, `${id} ${start}-${end}`));
};
