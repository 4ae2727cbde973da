import type { FirmSettings } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { checkAutomatically } from "./check-automatically.steps.ts";
import type { ConflictChange } from "./conflict-change.store.ts";
import { changeKeys } from "./conflict-key.store.ts";
import { type ConflictKey, keysOf, keyText } from "./conflict-keys.rules.ts";
import type { KeyOwner } from "./known-record.rules.ts";
import { type Reviewed, readReviewed, reviewConflicts } from "./review-conflicts.store.ts";

type Dependencies = { readonly table: Table; readonly now: () => number };

/** Changes of one record, the oldest first. */
type RecordChanges = {
  readonly firmId: FirmId;
  readonly owner: KeyOwner;
  readonly settings: FirmSettings;
  readonly changes: readonly ConflictChange[];
};

/**
 * Keeps the keys by which checks find a record, checks a lead that is new or has changed if the firm wants that, and lets
 * the clearances lapse that the changes end. May be repeated, with other changes of the record too, and after later ones.
 * Without a gate, keys are only removed: enabling it brings every lead into the index.
 */
export const indexRecord = async (dependencies: Dependencies, record: RecordChanges): Promise<void> => {
  const { firmId, owner, settings, changes } = record;
  if (settings.conflictGate.enabled || owner.type === "ENTRY") return bringIn(dependencies, record);
  const { removed } = changedKeys(changes, changes.at(-1)?.keysAfter ?? []);
  return changeKeys(dependencies.table, firmId, owner, { removed, added: [] });
};

const bringIn = async (
  { table, now }: Dependencies,
  { firmId, owner, settings, changes }: RecordChanges,
): Promise<void> => {
  const has = (...flags: readonly Flag[]) => changes.some((change) => flags.some((flag) => change[flag]));
  if (!has("isMatchedAnew", "isIndexed", "isCheckDue", "standsAnew")) return;
  const known = await readReviewed(table, firmId, owner);
  await changeKeys(table, firmId, owner, changedKeys(changes, keysIn(known, owner)));
  if (!settings.conflictGate.enabled) return;
  if (has("isMatchedAnew", "isCheckDue") && isChecked(owner, settings))
    await checkAutomatically(table, firmId, owner.id, now);
  const reviewsOthers = has("isMatchedAnew", "isIndexed");
  await reviewConflicts(table, firmId, owner, { known, reviewsOthers, now });
};

type Flag = "isMatchedAnew" | "isIndexed" | "isCheckDue" | "standsAnew";

const isChecked = ({ type }: KeyOwner, { conflictGate, conflictIndex }: FirmSettings) =>
  type === "LEAD" && conflictGate.autoCheck && conflictIndex.state === "complete";

const keysIn = (reviewed: Reviewed | null, owner: KeyOwner): ConflictKey[] =>
  keysOf(reviewed?.records.find((record) => record.owner.id === owner.id)?.subjects ?? []);

const sidedText = (key: ConflictKey) => `${key.side}:${keyText(key)}`;
const byText = (keys: readonly ConflictKey[]) => new Map(keys.map((key) => [sidedText(key), key]));

/**
 * Returns which keys of a record the index may lack, and which it may have too many. Each of the changes may have been
 * brought in before, so what one of the record's states lacks may be removed, and what one has be there. All keys are
 * added of a record that comes into the index.
 */
const changedKeys = (changes: readonly ConflictChange[], current: readonly ConflictKey[]) => {
  const states = changes
    .flatMap(({ keysBefore, keysAfter, isIndexed }) => [isIndexed ? [] : keysBefore, keysAfter])
    .map(byText);
  const former = byText(changes.flatMap(({ keysBefore, keysAfter }) => [...keysBefore, ...keysAfter]));
  const kept = byText(current);
  return {
    added: [...kept].flatMap(([text, key]) => (states.every((state) => state.has(text)) ? [] : [key])),
    removed: [...former].flatMap(([text, key]) => (kept.has(text) ? [] : [key])),
  };
};
