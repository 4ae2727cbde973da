import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import type { RecordKey } from "./item.ts";
import type { Table } from "./table.ts";

/**
 * Deletes an item that has this version. When a repeat of the SDK finds no item, an earlier try deleted it or another
 * caller did: either way it is gone.
 * @returns `conflict`, having deleted nothing, when the item has another version or was gone before
 */
export const deleteVersion = async (
  table: Table,
  key: RecordKey,
  version: number,
): Promise<"done" | "conflict"> => {
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: key,
        ConditionExpression: "version = :version",
        ExpressionAttributeValues: { ":version": version },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return "done";
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const repeated = (error.$metadata.attempts ?? 1) > 1;
    return repeated && error.Item === undefined ? "done" : "conflict";
  }
};
