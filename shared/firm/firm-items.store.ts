import { setTimeout as sleep } from "node:timers/promises";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { idempotencyPartitions } from "../erasure/erase-claims.store.ts";
import { walkKeyHashes } from "../keys/walk-keys.store.ts";
import { batchesOf } from "../runtime/collections.ts";
import { commitWhenFree } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { throwFault } from "../table/record-fault.ts";
import {
  activityPartition,
  apiKeyRecordKey,
  busyOverlapPartition,
  conflictCheckPartition,
  conflictEntryPartition,
  consultationCountPartition,
  consultationPartition,
  dayPartition,
  eventLogPartition,
  eventPartition,
  holdPartition,
  type Item,
  keyCountsKey,
  leadPartition,
  linkPartition,
  MEMBER_PREFIX,
  type RecordKey,
  SOURCE_PREFIX,
  settingsKey,
  settingsPartition,
  sourcePartition,
  WEBHOOK_PREFIX,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type ScanPage, scanTable, walkPartition } from "../table/walk-items.ts";

type Options = { readonly attributes?: readonly string[]; readonly consistent?: true };

/**
 * Yields every item of a firm: all in its partitions, and its keys. Reads the whole table, because nothing names the
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

/** Returns whether the item is one of the two that show that the firm exists and is disabled. */
export const isFirmHead = (firm: FirmId, { pk, sk }: RecordKey) =>
  [settingsKey(firm), keyCountsKey(firm)].some((key) => key.pk === pk && key.sk === sk);

const BATCH_MAXIMUM = 25;
const PAUSE_MILLISECONDS = 500;

/** Deletes items, which may be gone already. Repeats the deletes that a throttled table left. */
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

/** @returns false when the firm is not disabled */
export const deleteFirmHead = async (table: Table, firm: FirmId): Promise<boolean> => {
  const { result } = await commitWhenFree(table, [
    {
      Delete: {
        Key: keyCountsKey(firm),
        ConditionExpression: "attribute_exists(firmDisabledAt)",
      },
    },
    { Delete: { Key: settingsKey(firm) } },
  ]);
  return result === "done";
};

/**
 * Yields the keys of a firm's items by queries. The firm must never have deleted a webhook endpoint, had a conflict gate or
 * had a limit across its keys: nothing names the partition of a deleted endpoint's deliveries or those of conflict keys, and
 * the firm's rate window is beside the keys. Secret keys come first, since later items have their hashes. The settings document comes last, since it
 * names the other partitions. So a caller can delete each page before the next and still gets all items.
 */
export async function* walkFirm(table: Table, firm: FirmId): AsyncGenerator<ScanPage> {
  const settings = await keysIn(table, settingsPartition(firm));
  const secretKeys: RecordKey[] = [];
  for await (const sha256 of walkKeyHashes(table, firm, throwFault)) secretKeys.push(apiKeyRecordKey(sha256));
  yield page(secretKeys);
  for (const pk of partitionsOf(firm, settings)) yield page(await keysIn(table, pk));
  yield page(settings);
}

const partitionsOf = (firm: FirmId, settings: readonly Item[]): string[] => {
  const idsOf = (prefix: string) =>
    settings.flatMap(({ sk }) => (String(sk).startsWith(prefix) ? [String(sk).slice(prefix.length)] : []));
  return [
    leadPartition(firm),
    activityPartition(firm),
    conflictEntryPartition(firm),
    conflictCheckPartition(firm),
    consultationPartition(firm),
    consultationCountPartition(firm),
    holdPartition(firm),
    busyOverlapPartition(firm),
    linkPartition(firm),
    eventPartition(firm),
    eventLogPartition(firm),
    ...idempotencyPartitions(firm),
    ...idsOf(MEMBER_PREFIX).map((id) => dayPartition(firm, id)),
    ...idsOf(SOURCE_PREFIX).map((id) => sourcePartition(firm, id)),
    ...idsOf(WEBHOOK_PREFIX).map((id) => webhookDeliveryPartition(firm, id)),
  ];
};

const page = (items: Item[]): ScanPage => ({ items, scanned: items.length });

const keysIn = async (table: Table, pk: string): Promise<Item[]> => {
  const keys: Item[] = [];
  for await (const items of walkPartition(table, { pk, attributes: ["pk", "sk"] })) keys.push(...items);
  return keys;
};
