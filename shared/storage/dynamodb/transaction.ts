import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { AppError } from "../../contract/app-error.ts";
import type { Item } from "./read-records.ts";
import type { Table } from "./table.ts";

type TransactItems = NonNullable<TransactWriteCommandInput["TransactItems"]>;

/**
 * `done`, or why nothing was written: `conflict` when another write was under way on one of the items (try again
 * from fresh reads), or `refused` with, for each item in order, whether its condition failed and the item as it stood
 * (given `ReturnValuesOnConditionCheckFailure: "ALL_OLD"`).
 */
export type TransactionOutcome =
  | { readonly result: "done" }
  | { readonly result: "conflict" }
  | { readonly result: "refused"; readonly reasons: readonly { failed: boolean; item: Item | undefined }[] };

/** Writes all items or none. Anything but a failed condition or a conflict is thrown as it came. */
export const transact = async (table: Table, items: TransactItems): Promise<TransactionOutcome> => {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: items }));
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    return outcomeOf(error);
  }
};

const outcomeOf = (error: TransactionCanceledException): TransactionOutcome => {
  const reasons = error.CancellationReasons ?? [];
  if (reasons.some(({ Code }) => Code === "ConditionalCheckFailed")) {
    // The items arrive marshalled even through the document client.
    const outcomes = reasons.map(({ Code, Item: item }) => ({
      failed: Code === "ConditionalCheckFailed",
      item: item && unmarshall(item),
    }));
    return { result: "refused", reasons: outcomes };
  }
  if (reasons.some(({ Code }) => Code === "TransactionConflict")) return { result: "conflict" };
  throw error;
};

const TRIES = 16;
const BASE_MILLISECONDS = 20;
const CAP_MILLISECONDS = 400;

/**
 * Repeats an attempt that met a conflict, with full jitter between the tries.
 * @throws AppError `unavailable` when the tries are spent; nothing was written then
 */
export const retryOnConflict = async <Value>(
  attempt: () => Promise<Value | "conflict">,
  tries = TRIES,
): Promise<Value> => {
  for (let tried = 1; tried <= tries; tried++) {
    const value = await attempt();
    if (value !== "conflict") return value;
    await sleep(Math.random() * Math.min(CAP_MILLISECONDS, BASE_MILLISECONDS * 2 ** tried));
  }
  throw new AppError("unavailable", "Too many writes at once. Nothing was written; try again.");
};
