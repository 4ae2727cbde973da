import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./item.ts";
import type { Table } from "./table.ts";

/** One page, newest first; `lastId` is where the next one goes on, null exactly when there is none. */
export type Page<Record> = { readonly records: readonly Record[]; readonly lastId: string | null };

export type PageRange = { readonly limit: number; readonly afterId: string | null };

/** Where records are listed from: a partition of the table or of one of its indexes, sorted by id. */
export type Source<Record> = {
  readonly indexName?: string;
  /** The partition key's attributes. */
  readonly partition: Readonly<{ [attribute: string]: string }>;
  /** What the sort key has in front of the id, in a partition that holds records of several kinds. */
  readonly sortPrefix?: string;
  /** Whether a write that has been answered must be in the list; only the table itself can say so. */
  readonly consistent?: true;
  readonly parse: (item: Item) => Record;
  /** What of an answer a record takes up, where that is much: a page ends when it is a megabyte. */
  readonly bytesOf?: (record: Record) => number;
  /** What the partition does not tell. */
  readonly matches: (record: Record) => boolean;
};

/** What of a source filters can choose. */
export type IndexChoice = Pick<Source<unknown>, "indexName" | "partition">;

/** Records examined by one request at the most: a rare filter gets a short page and a cursor, not a slow answer. */
const EXAMINED_MAXIMUM = 2_000;
/** A query also ends at a megabyte, which a few large records fill. */
const QUERIES_MAXIMUM = 6;

export const listNewestFirst = async <Record extends { readonly id: string }>(
  table: Table,
  source: Source<Record>,
  { limit, afterId }: PageRange,
): Promise<Page<Record>> => {
  const records: Record[] = [];
  let lastExamined = afterId;
  let [examined, queries] = [0, 0];
  // One more than the page shows that there is a next one. A filter that lets few through reads on in growing steps.
  for (
    let size = limit + 1;
    examined < EXAMINED_MAXIMUM && queries < QUERIES_MAXIMUM;
    size = Math.min(size * 4, EXAMINED_MAXIMUM - examined)
  ) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...queryAfter(table, source, lastExamined), Limit: size }),
    );
    const read = Items.map(source.parse);
    records.push(...read.filter(source.matches));
    const fitting = Math.min(limit, countWithin(PAGE_BYTES_MAXIMUM, records, source.bytesOf));
    if (records.length > fitting) {
      return { records: records.slice(0, fitting), lastId: records[fitting - 1]?.id ?? null };
    }
    if (LastEvaluatedKey === undefined) return { records, lastId: null };
    examined += read.length;
    queries += 1;
    lastExamined = read.at(-1)?.id ?? lastExamined;
  }
  return { records, lastId: lastExamined };
};

const PAGE_BYTES_MAXIMUM = 1024 * 1024;

/** How many of the first records fit, with the one that passes the limit. */
const countWithin = <Record>(
  bytesMaximum: number,
  records: readonly Record[],
  bytesOf: (record: Record) => number = () => 0,
): number => {
  let bytes = 0;
  const passing = records.findIndex((record) => {
    bytes += bytesOf(record);
    return bytes >= bytesMaximum;
  });
  return passing === -1 ? Number.POSITIVE_INFINITY : passing + 1;
};

/** Every name is a placeholder, so that none is ever a reserved word. */
const queryAfter = <Record>(
  table: Table,
  { indexName, partition, sortPrefix = "", consistent }: Source<Record>,
  afterId: string | null,
) => {
  const attributes = Object.entries(partition);
  const conditions = attributes.map((_, index) => `#n${index} = :v${index}`);
  // A key condition takes one comparison of the sort key: behind a prefix, the start key says where to go on.
  if (sortPrefix) conditions.push("begins_with(sk, :prefix)");
  else if (afterId) conditions.push("sk < :after");
  return {
    TableName: table.name,
    ...(indexName && { IndexName: indexName }),
    ...(consistent && { ConsistentRead: true }),
    KeyConditionExpression: conditions.join(" AND "),
    ...(sortPrefix && afterId && { ExclusiveStartKey: { ...partition, sk: sortPrefix + afterId } }),
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], index) => [`#n${index}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(attributes.map(([, value], index) => [`:v${index}`, value])),
      ...(sortPrefix && { ":prefix": sortPrefix }),
      ...(!sortPrefix && afterId && { ":after": afterId }),
    },
    ScanIndexForward: false,
  };
};
