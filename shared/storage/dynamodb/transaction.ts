import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
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

/** Writes all items or none. Rethrows any error other than a failed condition or a conflict. */
export const transact = async (table: Table, items: TransactItem[]): Promise<TransactionOutcome> => {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: items }));
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    return toOutcome(error);
  }
};

const toOutcome = (error: TransactionCanceledException): TransactionOutcome => {
  const cancellations = error.CancellationReasons ?? [];
  if (cancellations.some(({ Code }) => Code === "ConditionalCheckFailed")) {
    // The document client does not unmarshall the items of an error.
    const reasons = cancellations.map(({ Code, Item: item }) => ({
      failed: Code === "ConditionalCheckFailed",
      item: item && unmarshall(item),
    }));
    return { result: "refused", reasons };
  }
  if (cancellations.some(({ Code }) => Code === "TransactionConflict")) return { result: "conflict" };
  throw error;
};
