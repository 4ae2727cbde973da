import { setTimeout as sleep } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { AWS_CLIENT_DEFAULTS, deadlineSignal } from "../runtime/deadline.ts";
import type { Item } from "./record-keys.ts";
import { ReadAgain, retryReads } from "./retry.ts";
import type { Table } from "./table.ts";

type InThisTable<Name extends keyof TransactItem> = {
  readonly [Each in Name]: Omit<NonNullable<TransactItem[Name]>, "TableName">;
};

/** One write of a commit: an item with a new key, or an entry of a transaction without the table's name. */
export type Write = (
  | { readonly New: Item }
  | InThisTable<"Put">
  | InThisTable<"Update">
  | InThisTable<"Delete">
  | InThisTable<"ConditionCheck">
) & {
  /**
   * Returns the error for the caller when the condition fails, given the item as it was (with
   * `ReturnValuesOnConditionCheckFailure`). Without it, or for null, the record has changed since it was read.
   */
  readonly refusal?: (item: Item | undefined) => Error | null;
};

const DONE = { result: "done" } as const;

/**
 * Writes everything or nothing, exactly once: the SDK repeats a call whose answer was lost. A repeat of a single new
 * item finds it by its key. Anything else is a transaction, even for one item: its token makes repeats within ten
 * minutes exact.
 * @throws the refusal of the first write with a failed condition
 * @throws ReadAgain when a failed condition has no refusal, or while another write of an item is in progress
 */
export const commit = async (table: Table, writes: readonly Write[]): Promise<void> => {
  const { result } = await writeAll(table, writes);
  if (result === "refused") throw new ReadAgain();
};

/**
 * Commits for callers that have read nothing. Tries again while another write of an item is in progress, so the
 * conditions apply to the result of that write.
 * @throws the refusal of the first write with a failed condition
 */
export const commitWhenFree = (table: Table, writes: readonly Write[]): Promise<TransactionOutcome> =>
  retryReads(() => writeAll(table, writes));

const writeAll = async (table: Table, writes: readonly Write[]): Promise<TransactionOutcome> => {
  const [first, ...others] = writes;
  if (first === undefined) return DONE;
  if (others.length === 0 && "New" in first) {
    await putNew(table, first.New);
    return DONE;
  }
  const outcome = await transact(
    table,
    writes.map((write) => transactItem(table, write)),
  );
  if (outcome.result === "refused") throwRefusal(writes, outcome.reasons);
  return outcome;
};

const transactItem = ({ name: TableName }: Table, write: Write): TransactItem => {
  if ("New" in write)
    return { Put: { TableName, Item: write.New, ConditionExpression: "attribute_not_exists(pk)" } };
  if ("Put" in write) return { Put: { TableName, ...write.Put } };
  if ("Update" in write) return { Update: { TableName, ...write.Update } };
  if ("Delete" in write) return { Delete: { TableName, ...write.Delete } };
  return { ConditionCheck: { TableName, ...write.ConditionCheck } };
};

type Reasons = Extract<TransactionOutcome, { result: "refused" }>["reasons"];

const throwRefusal = (writes: readonly Write[], reasons: Reasons) => {
  const index = reasons.findIndex(({ failed }) => failed);
  const refusal = writes[index]?.refusal?.(reasons[index]?.item);
  if (refusal) throw refusal;
};

/**
 * Writes an item unless one with its key exists. If the key is new, an earlier attempt of the SDK, whose response was
 * lost, wrote the existing item.
 * @returns the item that exists already, otherwise null
 * @throws ReadAgain while a transaction writes the item: the SDK does not retry that error
 */
export const putNew = async (table: Table, item: Item): Promise<Item | null> => {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: item,
        ConditionExpression: "attribute_not_exists(pk)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return null;
  } catch (error) {
    if (error instanceof TransactionConflictException) throw new ReadAgain();
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return unmarshall(error.Item ?? {});
  }
};

/** One write of a transaction. */
type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/**
 * `done`, or `refused` when nothing was written. For each item in order, the reasons tell whether its condition failed,
 * and the item as it was (with `ReturnValuesOnConditionCheckFailure: "ALL_OLD"`).
 */
type TransactionOutcome =
  | { readonly result: "done" }
  | { readonly result: "refused"; readonly reasons: readonly { failed: boolean; item: Item | undefined }[] };

/**
 * Writes all items or none. Repeats a throttled transaction, as the SDK does for every other call. Rethrows any error
 * other than a failed condition or a conflict.
 * @throws ReadAgain while another write of one of the items is in progress
 */
export const transact = async (
  table: Table,
  items: TransactItem[],
  attempt = 1,
): Promise<TransactionOutcome> => {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: items }));
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const outcome = toOutcome(error);
    if (outcome !== null) return outcome;
    if (attempt === AWS_CLIENT_DEFAULTS.maxAttempts) throw error;
  }
  await sleep(Math.random() * BASE_MILLISECONDS * 2 ** attempt, undefined, { signal: deadlineSignal() });
  return transact(table, items, attempt + 1);
};

/**
 * Returns whether the store will never accept one of the items, for example because it is too large. An error of every
 * call, such as a missing table or permission, says nothing about the items.
 */
export const hasInvalidItem = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code }) => Code === "ValidationError")
    : error instanceof Error && error.name === "ValidationException";

const BASE_MILLISECONDS = 250;

const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** Returns null when the table throttled the transaction. */
const toOutcome = (error: TransactionCanceledException): TransactionOutcome | null => {
  const cancellations = error.CancellationReasons ?? [];
  const codes = new Set(cancellations.map(({ Code }) => Code));
  if (codes.has("ConditionalCheckFailed")) {
    // The document client does not unmarshall the items of an error.
    const reasons = cancellations.map(({ Code, Item: item }) => ({
      failed: Code === "ConditionalCheckFailed",
      item: item && unmarshall(item),
    }));
    return { result: "refused", reasons };
  }
  if (codes.has("TransactionConflict")) throw new ReadAgain();
  if (THROTTLED.some((code) => codes.has(code))) return null;
  throw error;
};
