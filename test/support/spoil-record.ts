import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { RecordKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";

/** Makes a record unreadable: sets an attribute that is a text, a list or a map to a number. */
export const spoilRecord = ({ client, name }: Table, Key: RecordKey, attribute: string) =>
  client.send(
    new UpdateCommand({
      TableName: name,
      Key,
      UpdateExpression: "SET #attribute = :value",
      ExpressionAttributeNames: { "#attribute": attribute },
      ExpressionAttributeValues: { ":value": 5 },
    }),
  );
