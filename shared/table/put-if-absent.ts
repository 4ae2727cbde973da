import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { isUpdatedBy, newUpdateId, updatedBy } from "./conditional-update.ts";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/**
 * Writes an item unless one with its key exists. The SDK repeats a put whose answer was lost; the item keeps the put's id
 * among those of its updates, so the repeat finds that the put is done.
 * @returns the item that another put wrote before, otherwise null
 */
export const putIfAbsent = async (table: Table, item: Item): Promise<Item | null> => {
  const putId = newUpdateId();
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...item, ...updatedBy(putId) },
        ConditionExpression: "attribute_not_exists(pk)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return null;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    const stored = unmarshall(error.Item);
    return isUpdatedBy(stored, putId) ? null : stored;
  }
};
