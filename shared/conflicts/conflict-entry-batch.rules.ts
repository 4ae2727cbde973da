import { derivedId } from "../runtime/record-id.ts";
import { trimmed } from "../schema/text.ts";
import { toViolations, type Violation } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { batchEntry, type EntryOutcome } from "./conflict-entry.contract.ts";
import { type ConflictEntry, changedEntry, type EntryChange, isEntryKey } from "./conflict-entry.rules.ts";

/** Returns the key of an unvalidated entry; null if it has none. */
const keyOf = (sent: unknown): string | null => {
  const { key } = Object(sent);
  return typeof key === "string" ? trimmed(key) : null;
};

/** Returns the keys in the entries of an unvalidated batch. */
export const keysInBatch = (entries: unknown): string[] =>
  Array.isArray(entries) ? [...new Set(entries.map(keyOf).filter(isEntryKey))] : [];

const NOT_UNIQUE: Violation = { field: "key", message: "is that of an earlier entry of the batch" };

type Batch = {
  readonly sent: readonly unknown[];
  /** Returns the stored entry under a key, or null. */
  readonly storedUnder: (key: string) => ConflictEntry | null;
  /** The id from which those of new entries derive. */
  readonly newId: string;
  readonly settings: Pick<FirmSettings, "defaultCountry">;
};

/** Returns what becomes of each entry, and the entries to store. */
export const changedEntries = async ({ sent, storedUnder, newId, settings }: Batch) => {
  const changes = new Map<string, EntryChange>();

  const outcomeOf = async (each: unknown): Promise<Omit<EntryOutcome, "key">> => {
    const { data, error } = batchEntry().safeParse(each);
    if (error) return { outcome: "rejected", details: toViolations(error, "entry") };
    const { key, ...input } = data;
    const earlier = changes.get(key);
    const before = earlier?.entry ?? storedUnder(key);
    const change = await changedEntry(before, { key, input, newId: derivedId(newId, key) }, settings);
    if (!earlier) changes.set(key, change);
    const isOther = earlier !== undefined && change.outcome !== "unchanged";
    return isOther ? { outcome: "rejected", details: [NOT_UNIQUE] } : { ...change, details: null };
  };

  const outcomes: EntryOutcome[] = [];
  for (const each of sent) {
    const { outcome, details } = await outcomeOf(each);
    outcomes.push({ key: keyOf(each), outcome, details });
  }
  const entries = [...changes.values()].filter(({ outcome }) => outcome !== "unchanged");
  return { outcomes, entries: entries.map(({ entry }) => entry) };
};
