import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { boundedMap } from "../runtime/maps.ts";
import { toBatches } from "../runtime/to-batches.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { eventBatchKey, eventLogPartition, eventLogStartKey } from "../table/record-keys.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { type TransactItem, type TransactionOutcome, transact } from "../table/transaction.ts";
import { EVENT_RETENTION_SECONDS, eventToItem, type LoggedEvent } from "./event-item.store.ts";

// The log orders a firm's events by the transactions that append them. Each takes the batch number after the last one,
// and of two that take the same number one fails: whoever sees a batch knows that no earlier one can still appear.

export type NewEvent = Pick<LoggedEvent, "id" | "body">;

/** A transaction holds 100 items and 4 MB. */
export const BATCH_LIMITS = {
  entriesMaximum: 25,
  bytesMaximum: 2 * 1024 * 1024,
  bytesOf: ({ body }: NewEvent) => Buffer.byteLength(body),
};

/** Appends the events in order, in as few transactions as fit. An event that the log has already is skipped. */
export const appendEvents = async (
  table: Table,
  firm: FirmId,
  events: readonly NewEvent[],
  nowMilliseconds: number,
): Promise<void> => {
  for (const batch of toBatches(events, BATCH_LIMITS)) await appendBatch(table, firm, batch, nowMilliseconds);
};

const appendBatch = async (
  table: Table,
  firm: FirmId,
  events: readonly NewEvent[],
  nowMilliseconds: number,
): Promise<void> => {
  let missing = events;
  await retryOnConflict(async () => {
    const position = nextBatches.get(firm) ?? (await readNextBatch(table, firm, nowMilliseconds));
    const outcome = await transact(table, writes(table, firm, missing, { position, nowMilliseconds }));
    if (outcome.result === "done") nextBatches.set(firm, { batch: position.batch + 1 });
    if (outcome.result !== "refused") return outcome.result;
    nextBatches.delete(firm);
    missing = missing.filter((_, index) => !isStored(outcome, index));
    return missing.length === 0 ? "done" : "conflict";
  });
};

/** The number of the next batch. `start` is set while the log is empty: its number as stored before, if any. */
type NextBatch = { readonly batch: number; readonly start?: { readonly before: number | null } };

/** What this instance knows of the logs. A wrong number costs a refused write, never a wrong order. */
const nextBatches = boundedMap<FirmId, NextBatch>(10_000);

const batchItem = lazy(() => z.object({ sk: z.string(), expiresAtEpochSeconds: z.number() }));
const startItem = lazy(() => z.object({ firstBatch: z.number() }));

const NO_BATCH = { sk: "", expiresAtEpochSeconds: 0 };

const readNextBatch = async (table: Table, firm: FirmId, nowMilliseconds: number): Promise<NextBatch> => {
  const { Items: [last] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": eventLogPartition(firm) },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  const { sk, expiresAtEpochSeconds } = last ? batchItem().parse(last) : NO_BATCH;
  // Expired batches are deleted in no order: the last of them may not be the last that there was.
  if (expiresAtEpochSeconds * 1_000 > nowMilliseconds) return { batch: Number(sk) + 1 };
  const before = await readRecord(table, {
    key: eventLogStartKey(firm),
    parse: (item) => (item === undefined ? null : startItem().parse(item).firstBatch),
  });
  // A log is empty again when nothing happened for 30 days. Time passes faster than batches are written, so the
  // current time is beyond every number used before.
  return { batch: Math.max(nowMilliseconds, (before ?? 0) + 1), start: { before } };
};

type Append = { readonly position: NextBatch; readonly nowMilliseconds: number };

const writes = (
  table: Table,
  firm: FirmId,
  events: readonly NewEvent[],
  { position: { batch, start }, nowMilliseconds }: Append,
): TransactItem[] => [
  ...events.map((event) => ({
    Put: {
      TableName: table.name,
      Item: eventToItem(firm, { ...event, batch }),
      ConditionExpression: "attribute_not_exists(pk)",
    },
  })),
  {
    Put: {
      TableName: table.name,
      Item: {
        ...eventBatchKey(firm, batch),
        events: events.map(({ id }) => id),
        expiresAtEpochSeconds: Math.ceil(nowMilliseconds / 1_000) + EVENT_RETENTION_SECONDS,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  },
  ...(start ? startWrites(table, firm, { batch, before: start.before, nowMilliseconds }) : []),
];

type Start = { readonly batch: number; readonly before: number | null; readonly nowMilliseconds: number };

/**
 * Of several writers that find the log empty, one decides the first number. The start is read after the log: one that
 * was written in between names a batch that has not expired, and then the log is no longer empty.
 */
const startWrites = (
  table: Table,
  firm: FirmId,
  { batch, before, nowMilliseconds }: Start,
): TransactItem[] => {
  const put = { TableName: table.name, Item: { ...eventLogStartKey(firm), firstBatch: batch } };
  if (before === null) return [{ Put: { ...put, ConditionExpression: "attribute_not_exists(pk)" } }];
  return [
    {
      Put: {
        ...put,
        ConditionExpression: "firstBatch = :before",
        ExpressionAttributeValues: { ":before": before },
      },
    },
    {
      ConditionCheck: {
        TableName: table.name,
        Key: eventBatchKey(firm, before),
        ConditionExpression: "attribute_not_exists(pk) OR expiresAtEpochSeconds <= :now",
        ExpressionAttributeValues: { ":now": Math.floor(nowMilliseconds / 1_000) },
      },
    },
  ];
};

const isStored = (outcome: TransactionOutcome, index: number) =>
  outcome.result === "refused" && outcome.reasons[index]?.failed === true;
