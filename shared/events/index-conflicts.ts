import type { DynamoDBRecord } from "aws-lambda";
import { type KeyedRecord, keyedRecord, parseConflictChange } from "../conflicts/conflict-change.store.ts";
import { indexRecord } from "../conflicts/index-record.steps.ts";
import { groupBy } from "../runtime/collections.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { reportFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { type FailedRecords, isPermanent } from "./failed-records.ts";
import type { SettingsOf } from "./read-changes.ts";

type Dependencies = { readonly table: Table; readonly now: () => number };

type Batch = {
  readonly records: readonly DynamoDBRecord[];
  readonly failures: FailedRecords;
  readonly settingsOf: SettingsOf;
};

/** Each record makes several calls at a time. */
const CONCURRENT_RECORDS = 5;

/**
 * Brings the changes of leads and of the register to what conflict checks search, one record after another; nothing for a
 * firm that never had a conflict gate. A record that can never be read is reported and left out.
 */
export const indexConflicts = async (
  dependencies: Dependencies,
  { records, failures, settingsOf }: Batch,
): Promise<void> => {
  const keyed = records.slice(0, failures.first).flatMap((record, index) => {
    const found = keyedRecord(record);
    return found === null ? [] : [{ ...found, record, index }];
  });
  const byRecord = [
    ...groupBy(keyed, ({ firmId, owner }) => `${firmId}#${owner.type}#${owner.id}`).values(),
  ].flatMap((changes) => changes.slice(0, 1).map((first) => ({ first, changes })));
  await mapConcurrently(byRecord, CONCURRENT_RECORDS, async ({ first, changes }) => {
    // After a failure, the stream delivers all from the first change again.
    if (first.index >= failures.first) return;
    try {
      const images = changes.map(({ record }) => record);
      await indexChanges(dependencies, settingsOf, first, images);
    } catch (error) {
      if (isPermanent(error)) reportFault({ walk: "conflicts", recordId: first.owner.id }, error);
      else failures.addTransient(first.index, error);
    }
  });
};

/** A gate that is enabled may check leads by itself since a moment ago. One that is not costs no read. */
const isSure = ({ conflictGate: { enabled, autoCheck }, conflictIndex }: FirmSettings) =>
  !enabled || (autoCheck && conflictIndex.state === "complete");

const indexChanges = async (
  dependencies: Dependencies,
  settingsOf: SettingsOf,
  { firmId, owner }: KeyedRecord,
  records: readonly DynamoDBRecord[],
): Promise<void> => {
  const settings = await settingsOf(firmId, (known) => owner.type === "ENTRY" || isSure(known));
  if (settings === null || (owner.type === "LEAD" && settings.conflictIndex.generation === 0)) return;
  const changes = records.map((record) => parseConflictChange(owner, record));
  await indexRecord(dependencies, { firmId, owner, settings, changes });
};
