import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/**
 * Writes an item unless one with its key exists. If the key is new, that one was written by an earlier attempt of the SDK
 * whose response was lost.
 * @returns the item that exists already, otherwise null
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
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return unmarshall(error.Item ?? {});
  }
};
