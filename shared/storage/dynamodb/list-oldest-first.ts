import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import { EMPTY_PAGE, type Page } from "./list-newest-first.ts";
import type { Table } from "./table.ts";

/** Ids from `from` on, before `to`, and after `afterId`. */
export type IdRange = { readonly from: string; readonly to: string; readonly afterId: string | null };

type Section<Record> = {
  readonly pk: string;
  /** Prefix of the id in the sort key. */
  readonly prefix: string;
  readonly parse: (item: Item) => Record;
};

const SECTION_SIZE = 200;

/** One section of a partition sorted by id, consistently. `lastId` is null exactly when the range holds no more. */
export const listOldestFirst = async <Record extends { readonly id: string }>(
  table: Table,
  { pk, prefix, parse }: Section<Record>,
  { from, to, afterId }: IdRange,
): Promise<Page<Record>> => {
  // A key condition must not be an empty range.
  if (from >= to) return EMPTY_PAGE;
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": pk, ":from": prefix + from, ":to": prefix + to },
      ...(afterId && { ExclusiveStartKey: { pk, sk: prefix + afterId } }),
      Limit: SECTION_SIZE,
    }),
  );
  const records = Items.map(parse).filter(({ id }) => id < to);
  return { records, lastId: LastEvaluatedKey ? (records.at(-1)?.id ?? null) : null };
};
