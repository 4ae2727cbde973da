import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "./firm-id.ts";
import { type OnFault, parseEach, throwFault } from "./record-fault.ts";
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
  /** Takes the records that cannot be parsed, by their ids; they are left out. Without it, the first one is an error. */
  readonly onFault?: OnFault;
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
/** By how much more than one with a full yield each query reads. Four examine 4,000 small records, none of which match. */
const GROWTH = 6;

export const listNewestFirst = async <Record extends { readonly id: string }>(
  table: Table,
  list: ListQuery<Record>,
  { limit, afterId }: PageRange,
): Promise<Page<Record>> => {
  const { bytesOf = jsonLength } = list;
  const records: Record[] = [];
  let lastExamined = afterId;
  for await (const { matching, lastId, isLast } of examine(table, list, {
    afterId,
    missing: () => limit - records.length,
  })) {
    records.push(...matching);
    const fitting = Math.min(limit, countFitting(PAGE_BYTES_MAXIMUM, records, bytesOf));
    if (records.length > fitting) {
      return { records: records.slice(0, fitting), lastId: records[fitting - 1]?.id ?? null };
    }
    if (isLast) return { records, lastId: null };
    lastExamined = lastId;
  }
  return { records, lastId: lastExamined };
};

/** The newest records that match, as many as are wanted: a page for which there is no next one. */
export const newestOf = async <Record extends { readonly id: string }>(
  table: Table,
  list: ListQuery<Record>,
  count: number,
): Promise<Record[]> => {
  const records: Record[] = [];
  for await (const { matching } of examine(table, list, {
    afterId: null,
    missing: () => count - records.length,
  })) {
    records.push(...matching);
    if (records.length >= count) break;
  }
  return records.slice(0, count);
};

type Search = {
  readonly afterId: string | null;
  /** How many more records are wanted. */
  readonly missing: () => number;
};

/**
 * Reads a list by queries, as long as the caller goes on. Each reads what is missing and one record more, which shows
 * that a next page exists; the less of a list matches, the more they read.
 */
async function* examine<Record extends { readonly id: string }>(
  table: Table,
  list: ListQuery<Record>,
  { afterId, missing }: Search,
) {
  const { parse, sortPrefix = "", onFault = throwFault, matches = () => true } = list;
  const idOf = ({ sk }: Item) => String(sk).slice(sortPrefix.length);
  let lastId = afterId;
  let examined = 0;
  for (let queries = 0; queries < QUERIES_MAXIMUM && examined < EXAMINED_MAXIMUM; queries += 1) {
    const Limit = Math.min((missing() + 1) * GROWTH ** queries, EXAMINED_MAXIMUM - examined);
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...queryAfter(table, list, lastId), Limit }),
    );
    const read = parseEach(Items, parse, (item, fault) => onFault(idOf(item), fault));
    const last = Items.at(-1);
    examined += Items.length;
    lastId = last ? idOf(last) : lastId;
    yield { matching: read.filter(matches), lastId, isLast: LastEvaluatedKey === undefined };
    if (LastEvaluatedKey === undefined) return;
  }
}

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
