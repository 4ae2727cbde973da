import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "./firm-id.ts";
import { type Item, settingsPartition } from "./record-keys.ts";
import type { Table } from "./table.ts";

/** One page, newest first. The next page starts after `lastId`, which is null exactly on the last page. */
export type Page<Record> = { readonly records: readonly Record[]; readonly lastId: string | null };

/** The page of a filter that no record can match. */
export const EMPTY_PAGE: Page<never> = { records: [], lastId: null };

export type PageRange = { readonly limit: number; readonly afterId: string | null };

/** A list of records: a partition of the table or of an index, sorted by id, and how its items are read. */
export type ListQuery<Record> = {
  readonly indexName?: string;
  /** The attributes of the partition key. */
  readonly partition: Readonly<{ [attribute: string]: string }>;
  /** Prefix of the id in the sort key, in a partition that holds several kinds of records. */
  readonly sortPrefix?: string;
  /** Whether the list must contain every acknowledged write; only the table can guarantee that, not an index. */
  readonly consistent?: true;
  readonly parse: (item: Item) => Record;
  /** Size of a record in the response, unless its JSON tells: a page ends at one megabyte, a Lambda response at six. */
  readonly bytesOf?: (record: Record) => number;
  /** Filters that the partition does not cover; absent when every record matches. */
  readonly matches?: (record: Record) => boolean;
};

/** The index and partition that the filters of a list select. */
export type IndexChoice = Pick<ListQuery<unknown>, "indexName" | "partition">;

/** Records that one request examines at most: a rare filter gets a short page and a cursor, not a slow response. */
const EXAMINED_MAXIMUM = 4_000;
/** A query also ends at one megabyte, which a few large records fill. */
const QUERIES_MAXIMUM = 6;
/** By how much each query reads more than the one before: four examine 4,000 small records, none of them beyond a megabyte. */
const GROWTH = 6;

export const listNewestFirst = async <Record extends { readonly id: string }>(
  table: Table,
  list: ListQuery<Record>,
  { limit, afterId }: PageRange,
): Promise<Page<Record>> => {
  const { parse, matches = () => true, bytesOf = jsonLength } = list;
  const records: Record[] = [];
  let lastExamined = afterId;
  let [examined, queries] = [0, 0];
  // One record beyond the page shows that a next page exists. A filter that matches little reads in growing steps.
  for (
    let size = limit + 1;
    examined < EXAMINED_MAXIMUM && queries < QUERIES_MAXIMUM;
    size = Math.min(size * GROWTH, EXAMINED_MAXIMUM - examined)
  ) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...queryAfter(table, list, lastExamined), Limit: size }),
    );
    const read = Items.map(parse);
    records.push(...read.filter(matches));
    const fitting = Math.min(limit, countFitting(PAGE_BYTES_MAXIMUM, records, bytesOf));
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

const jsonLength = (record: unknown) => JSON.stringify(record).length;

/** How many of the first records fit, including the one that reaches the limit. */
const countFitting = <Record>(
  bytesMaximum: number,
  records: readonly Record[],
  bytesOf: (record: Record) => number,
): number => {
  let bytes = 0;
  const lastIndex = records.findIndex((record) => {
    bytes += bytesOf(record);
    return bytes >= bytesMaximum;
  });
  return lastIndex === -1 ? Number.POSITIVE_INFINITY : lastIndex + 1;
};

const queryAfter = <Record>(
  table: Table,
  { indexName, partition, sortPrefix = "", consistent }: ListQuery<Record>,
  afterId: string | null,
) => {
  const { condition, names, values } = partitionCondition(partition);
  const conditions = [condition];
  // A key condition allows one comparison of the sort key, so a list with a prefix continues by its start key.
  if (sortPrefix) conditions.push("begins_with(sk, :prefix)");
  else if (afterId) conditions.push("sk < :after");
  return {
    TableName: table.name,
    ...(indexName && { IndexName: indexName }),
    ...(consistent && { ConsistentRead: true }),
    KeyConditionExpression: conditions.join(" AND "),
    ...(sortPrefix && afterId && { ExclusiveStartKey: { ...partition, sk: sortPrefix + afterId } }),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...(sortPrefix && { ":prefix": sortPrefix }),
      ...(!sortPrefix && afterId && { ":after": afterId }),
    },
    ScanIndexForward: false,
  };
};

/** The key condition of a partition. Names are placeholders, since an attribute name may be a reserved word. */
export const partitionCondition = (partition: ListQuery<unknown>["partition"]) => {
  const attributes = Object.entries(partition);
  return {
    condition: attributes.map((_, index) => `#n${index} = :v${index}`).join(" AND "),
    names: Object.fromEntries(attributes.map(([name], index) => [`#n${index}`, name])),
    values: Object.fromEntries(attributes.map(([, value], index) => [`:v${index}`, value])),
  };
};

/**
 * `active` records are in the default list, `archived` ones hidden from it; part of the listing indexes' keys. Every lead
 * has a listing; of the consultations, only archived ones have.
 */
type Listing = "active" | "archived";

export const listingOf = (archived: boolean): Listing => (archived ? "archived" : "active");

/**
 * Pages that several lists have for one range, as one page of their union, each record once. What a list has after its page
 * is not known, so the union ends where the first of the pages does.
 */
export const unionOfPages = <Record extends { readonly id: string }>(
  pages: readonly Page<Record>[],
  limit: number,
): Page<Record> => {
  const knownFrom = pages.reduce((newest, { lastId }) => (lastId && lastId > newest ? lastId : newest), "");
  const distinct = new Map(pages.flatMap(({ records }) => records.map((record) => [record.id, record])));
  const known = [...distinct.values()]
    .filter(({ id }) => id >= knownFrom)
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const records = known.slice(0, limit);
  return { records, lastId: (known.length > limit && records.at(-1)?.id) || knownFrom || null };
};

type DocumentKind<Value> = Required<Pick<ListQuery<Value>, "sortPrefix" | "parse">> &
  Pick<ListQuery<Value>, "matches">;

/** Lists the firm's settings documents of one kind, consistently. */
export const listDocuments = <Value extends { readonly id: string }>(
  table: Table,
  firm: FirmId,
  kind: DocumentKind<Value>,
  range: PageRange,
): Promise<Page<Value>> =>
  listNewestFirst(table, { partition: { pk: settingsPartition(firm) }, consistent: true, ...kind }, range);
