import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/** One write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

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
export const transact = async (table: Table, items: TransactItem[]): Promise<TransactionOutcome> => {
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
