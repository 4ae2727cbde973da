import { setTimeout as sleep } from "node:timers/promises";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { batchesOf } from "../runtime/to-batches.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordKey } from "../table/item.ts";
import { keyCountsKey, settingsKey, settingsPartition } from "../table/record-keys.ts";
import { doneOrConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { type ScanPage, scanTable } from "../table/walk-items.ts";

type Options = { readonly attributes?: readonly string[]; readonly consistent?: true };

/**
 * Every item of a firm: all that start with its partition, and its keys. Reads the whole table, because nothing names the
 * partitions of deleted webhook endpoints.
 */
export const scanFirm = (table: Table, firm: FirmId, options: Options = {}): AsyncGenerator<ScanPage> =>
  scanTable(table, {
    ...options,
    filter: {
      expression: "begins_with(pk, :partition) OR firmId = :firm",
      values: { ":partition": settingsPartition(firm), ":firm": firm },
    },
  });

/** Whether the item is one of the two that say that the firm exists and is disabled. */
export const isFirmHead = (firm: FirmId, { pk, sk }: RecordKey) =>
  [settingsKey(firm), keyCountsKey(firm)].some((key) => key.pk === pk && key.sk === sk);

const BATCH_MAXIMUM = 25;
const PAUSE_MILLISECONDS = 500;

/** Deletes items, which may be gone already. A throttled table is asked again for what it left. */
export const deleteItems = async (table: Table, keys: readonly RecordKey[]): Promise<void> => {
  for (const batch of batchesOf(keys, BATCH_MAXIMUM)) {
    let requests = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    while (requests.length > 0) {
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
      );
      requests = (UnprocessedItems?.[table.name] ?? []) as typeof requests;
      if (requests.length > 0) await sleep(PAUSE_MILLISECONDS);
    }
  }
};

/** @returns `conflict` when the firm is not disabled */
export const deleteFirmHead = async (table: Table, firm: FirmId): Promise<"done" | "conflict"> => {
  const outcome = await commit(table, [
    {
      Delete: {
        Key: keyCountsKey(firm),
        ConditionExpression: "attribute_exists(firmDisabledAt)",
      },
    },
    { Delete: { Key: settingsKey(firm) } },
  ]);
  return doneOrConflict(outcome);
};
