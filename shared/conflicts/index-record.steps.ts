import type { FirmSettings } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { checkAutomatically } from "./check-automatically.steps.ts";
import type { ConflictChange } from "./conflict-change.store.ts";
import { changeKeys } from "./conflict-key.store.ts";
import { type ConflictKey, keyText } from "./conflict-keys.rules.ts";
import type { KeyOwner } from "./known-record.rules.ts";
import { reviewConflicts } from "./review-conflicts.store.ts";

/** Changes of one record, the oldest first. */
type RecordChanges = {
  readonly firmId: FirmId;
  readonly owner: KeyOwner;
  readonly settings: FirmSettings;
  readonly changes: readonly ConflictChange[];
};

/**
 * Keeps the keys by which checks find a record, checks a lead that is new or has changed if the firm wants that, and lets
 * the clearances lapse that the changes end. May be repeated. Without a gate, keys are only removed: enabling it brings
 * every lead into the index.
 */
export const indexRecord = async (
  { table, now }: { readonly table: Table; readonly now: () => number },
  { firmId, owner, settings, changes }: RecordChanges,
): Promise<void> => {
  const { enabled } = settings.conflictGate;
  const { added, removed } = changedKeys(changes);
  const isKept = enabled || owner.type === "ENTRY";
  await changeKeys(table, firmId, owner, { removed, added: isKept ? added : [] });
  if (!enabled) return;
  const isMatchedAnew = changes.some((change) => change.isMatchedAnew);
  if (isMatchedAnew && isChecked(owner, settings)) await checkAutomatically(table, firmId, owner.id, now);
  const reviewsOthers = isMatchedAnew || changes.some(({ isIndexed }) => isIndexed);
  if (reviewsOthers || changes.some(({ standsAnew }) => standsAnew))
    await reviewConflicts(table, firmId, owner, { reviewsOthers, now });
};

const isChecked = ({ type }: KeyOwner, { conflictGate, conflictIndex }: FirmSettings) =>
  type === "LEAD" && conflictGate.autoCheck && conflictIndex.state === "complete";

const sidedText = (key: ConflictKey) => `${key.side}:${keyText(key)}`;

/** Returns the keys to add and to remove, for all changes together: all keys of a record that comes into the index. */
const changedKeys = (changes: readonly ConflictChange[]) => {
  const after = new Set(changes.at(-1)?.keysAfter.map(sidedText));
  const isIndexed = changes.some((change) => change.isIndexed);
  const before = new Set(isIndexed ? [] : changes[0]?.keysBefore.map(sidedText));
  const former = changes.flatMap(({ keysBefore, keysAfter }) => [...keysBefore, ...keysAfter]);
  return {
    added: (changes.at(-1)?.keysAfter ?? []).filter((key) => !before.has(sidedText(key))),
    removed: [
      ...new Map(
        former.filter((key) => !after.has(sidedText(key))).map((key) => [sidedText(key), key]),
      ).values(),
    ],
  };
};
