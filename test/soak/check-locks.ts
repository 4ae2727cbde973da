import type { Table } from "../../shared/table/table.ts";
import { readStoredConsultations, type StoredDay } from "../support/consultations.ts";
import { findMergeViolations } from "../support/merge-invariants.ts";
import { scanItems } from "../support/scan-table.ts";
import { findSlotViolations } from "../support/slot-invariants.ts";
import type { Attorney, TakenSlot } from "./history.ts";

/**
 * Compares the stored consultations and locks with the slots that the clients know to be taken, and each lead's
 * consultations with its count. No request may be under way.
 */
export const checkLocks = async (
  table: Table,
  attorneys: readonly Attorney[],
  slots: readonly TakenSlot[],
): Promise<string[]> => {
  const stored = await readStoredConsultations(table);
  const isTheirs = ({ pk }: { readonly pk: string }) => attorneys.some(({ id }) => pk.endsWith(id));
  const [days, holdCounts] = [stored.days.filter(isTheirs), stored.holdCounts.filter(isTheirs)];
  const consultations = stored.consultations.filter(({ attorneyId }) =>
    attorneys.some(({ id }) => id === attorneyId),
  );
  const now = Date.now();
  const isLive = (slot: TakenSlot) => slot.certainly.to > now;
  const liveHolds = slots.filter((slot) => slot.isHold && isLive(slot));
  const liveConsultations = slots.filter((slot) => !slot.isHold && isLive(slot));
  return [
    ...findSlotViolations(consultations, days),
    ...findMergeViolations(await scanItems(table)),
    ...difference("consultation", liveConsultations.map(entryOf), storedConsultations(consultations)),
    ...difference(
      "hold",
      liveHolds.map(entryOf),
      days.flatMap((day) => storedHolds(day, now)),
    ),
    ...difference(
      "counted hold",
      liveHolds.map(({ id }) => id),
      countedHolds(holdCounts, now),
    ),
  ];
};

const entryOf = ({ id, start, end }: Pick<TakenSlot, "id" | "start" | "end">) => `${id} ${start}-${end}`;

const RELEASED = ["canceled", "no-show"];

type Stored = Awaited<ReturnType<typeof readStoredConsultations>>;

const storedConsultations = (consultations: Stored["consultations"]) =>
  consultations
    .filter(({ status }) => !RELEASED.includes(status))
    .map(({ id, startAt, durationMinutes }) => {
      const start = Date.parse(startAt);
      return entryOf({ id, start, end: start + durationMinutes * 60_000 });
    });

/** Returns the live holds. Expired ones may still be stored. */
const storedHolds = ({ slots }: StoredDay, now: number) =>
  slots.filter(({ expiry = 0 }) => expiry > now).map(entryOf);

const countedHolds = (counts: Stored["holdCounts"], now: number) =>
  counts.flatMap(({ expiries }) =>
    Object.entries(expiries).flatMap(([id, expiry]) => (expiry > now ? [id] : [])),
  );

const difference = (noun: string, expected: readonly string[], stored: readonly string[]) => [
  ...expected
    .filter((entry) => !stored.includes(entry))
    .map((entry) => `${noun} that is not stored: ${entry}`),
  ...stored.filter((entry) => !expected.includes(entry)).map((entry) => `${noun} that nobody made: ${entry}`),
];
