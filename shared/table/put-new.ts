import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand, type PutCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Table } from "./table.ts";

/**
 * Writes a record whose id is new. If the id exists already, an earlier attempt of the SDK wrote the record and its
 * response was lost.
 */
export const putNew = async (table: Table, put: PutCommandInput): Promise<void> => {
  try {
    await table.client.send(new PutCommand({ ...put, ConditionExpression: "attribute_not_exists(pk)" }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
