import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { AWS_CLIENT_DEFAULTS } from "../runtime/aws-client-defaults.ts";
import { deadlineSignal } from "../runtime/deadline.ts";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/** One write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/**
 * `done`, or why nothing was written: `conflict` when another write was in progress on one of the items (read again
 * and retry), or `refused` with, for each item in order, whether its condition failed and the item as it was (with
 * `ReturnValuesOnConditionCheckFailure: "ALL_OLD"`).
 */
export type TransactionOutcome =
  | { readonly result: "done" }
  | { readonly result: "conflict" }
  | { readonly result: "refused"; readonly reasons: readonly { failed: boolean; item: Item | undefined }[] };

/**
 * Writes all items or none. Repeats a transaction that the table throttled, as the SDK does with every other call. Rethrows
 * any error other than a failed condition or a conflict.
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
 * Whether the store will never accept one of the items, for example one that is too large. What concerns every call, such as
 * a missing table or permission, says nothing of the items.
 */
export const hasInvalidItem = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code }) => Code === "ValidationError")
    : error instanceof Error && error.name === "ValidationException";

const BASE_MILLISECONDS = 250;

const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** Null when the table throttled the transaction. */
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
  if (codes.has("TransactionConflict")) return { result: "conflict" };
  if (THROTTLED.some((code) => codes.has(code))) return null;
  throw error;
};
