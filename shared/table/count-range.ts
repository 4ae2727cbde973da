import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Table } from "./table.ts";

/** Sort keys from `from` on, before `to`, in one partition. */
type KeyRange = { readonly pk: string; readonly from: string; readonly to: string };

/** How many items a range of a partition has, which it reads all. No sort key may equal `to`. */
export const countRange = async (table: Table, { pk, from, to }: KeyRange): Promise<number> => {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
      Select: "COUNT",
    },
  );
  let count = 0;
  for await (const { Count = 0 } of pages) count += Count;
  return count;
};
