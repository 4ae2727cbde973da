import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/** Sort keys from `from` on, before `to`, in one partition. */
type KeyRange = { readonly pk: string; readonly from: string; readonly to: string };

/** How many items a range of a partition has, which it reads all. No sort key may equal `to`. */
export const countRange = async (table: Table, { pk, from, to }: KeyRange): Promise<number> => {
  let count = 0;
  let start: Item | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
        ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
        Select: "COUNT",
        ExclusiveStartKey: start,
      }),
    );
    count += Count;
    start = LastEvaluatedKey;
  } while (start);
  return count;
};
