import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./item.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { Table } from "./table.ts";

/** The item after the update, or as it was when the condition failed: undefined when it does not exist. */
export type UpdateOutcome =
  | { readonly result: "done"; readonly item: Item }
  | { readonly result: "refused"; readonly item: Item | undefined };

type Input = Omit<UpdateCommandInput, "TableName">;

/**
 * One update of one item, for half of what a transaction costs. The SDK repeats it when its answer was lost, so it must
 * allow for being applied twice, or tell from the item that it was.
 */
export const updateItem = (table: Table, update: Input): Promise<UpdateOutcome> =>
  retryOnConflict(() => tryUpdate(table, update));

/** Returns `conflict` while a transaction writes the item: the SDK does not retry that error. */
const tryUpdate = async (table: Table, update: Input): Promise<UpdateOutcome | "conflict"> => {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        ...update,
        TableName: table.name,
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { result: "done", item: Attributes ?? {} };
  } catch (error) {
    if (error instanceof TransactionConflictException) return "conflict";
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { result: "refused", item: error.Item && unmarshall(error.Item) };
  }
};
