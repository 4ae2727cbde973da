import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { EMPTY_PAGE, type ListQuery, type Page, partitionCondition } from "./list-newest-first.ts";
import type { Table } from "./table.ts";

/** Ids from `from` on, before `to`, and after `afterId`. */
export type IdRange = { readonly from: string; readonly to: string; readonly afterId: string | null };

type SectionQuery<Record> = Pick<
  ListQuery<Record>,
  "indexName" | "partition" | "sortPrefix" | "consistent" | "parse"
> & {
  /** How many records a section holds at most. */
  readonly limit?: number;
};

const SECTION_SIZE = 200;

/** One section of a partition sorted by id. `lastId` is null exactly when the range holds no more. */
export const listOldestFirst = async <Record extends { readonly id: string }>(
  table: Table,
  { indexName, partition, sortPrefix = "", consistent, parse, limit = SECTION_SIZE }: SectionQuery<Record>,
  { from, to, afterId }: IdRange,
): Promise<Page<Record>> => {
  // A key condition must not be an empty range.
  if (from >= to) return EMPTY_PAGE;
  const { condition, names, values } = partitionCondition(partition);
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ...(indexName && { IndexName: indexName }),
      ...(consistent && { ConsistentRead: true }),
      KeyConditionExpression: `${condition} AND sk BETWEEN :from AND :to`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...values, ":from": sortPrefix + from, ":to": sortPrefix + to },
      ...(afterId && { ExclusiveStartKey: { ...partition, sk: sortPrefix + afterId } }),
      Limit: limit,
    }),
  );
  const records = Items.map(parse).filter(({ id }) => id < to);
  return { records, lastId: LastEvaluatedKey ? (records.at(-1)?.id ?? null) : null };
};
