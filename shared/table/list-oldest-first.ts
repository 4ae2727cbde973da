import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { EMPTY_PAGE, type ListQuery, type Page, partitionCondition } from "./list-newest-first.ts";
import { type OnFault, parseEach, throwFault } from "./record-fault.ts";
import type { Item } from "./record-keys.ts";
import type { Table } from "./table.ts";

/** Ids from `from` on, before `to`, and after `afterId`. */
export type IdRange = { readonly from: string; readonly to: string; readonly afterId: string | null };

type SectionQuery<Record> = Pick<
  ListQuery<Record>,
  "indexName" | "partition" | "sortPrefix" | "consistent" | "parse"
> & {
  /** Receives the records that cannot be parsed, by id; the walk omits them. Without it, the first one ends the walk. */
  readonly onFault?: OnFault | undefined;
  /** The most records in one section. */
  readonly limit?: number;
};

const SECTION_SIZE = 200;

/** Reads one section of a partition sorted by id. `lastId` is null exactly when the range holds no more. */
export const listOldestFirst = async <Record>(
  table: Table,
  {
    indexName,
    partition,
    sortPrefix = "",
    consistent,
    parse,
    onFault = throwFault,
    limit = SECTION_SIZE,
  }: SectionQuery<Record>,
  { from, to, afterId }: IdRange,
): Promise<Page<Record>> => {
  // DynamoDB rejects a key condition with an empty range.
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
  const idOf = ({ sk }: Item) => String(sk).slice(sortPrefix.length);
  const section = Items.filter((item) => idOf(item) < to);
  const last = section.at(-1);
  return {
    records: parseEach(section, parse, (item, fault) => onFault(idOf(item), fault)),
    lastId: LastEvaluatedKey && last ? idOf(last) : null,
  };
};
