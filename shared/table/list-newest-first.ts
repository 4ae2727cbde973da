import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "./firm-id.ts";
import { type OnFault, parseEach, throwFault } from "./record-fault.ts";
import { type Item, settingsPartition } from "./record-keys.ts";
import type { Table } from "./table.ts";

/** One page, newest first. The next page starts after `lastId`, which is null exactly on the last page. */
export type Page<Record> = { readonly records: readonly Record[]; readonly lastId: string | null };

/** The page for filters that no record can match. */
export const EMPTY_PAGE: Page<never> = { records: [], lastId: null };

export type PageRange = { readonly limit: number; readonly afterId: string | null };

/** A list of records: a partition of the table or of an index, sorted by id, and the parser of its items. */
export type ListQuery<Record> = {
  readonly indexName?: string;
  /** The attributes of the partition key. */
  readonly partition: Readonly<{ [attribute: string]: string }>;
  /** The attribute that sorts the list, by default `sk`. Another one has no prefix and no first id. */
  readonly sortedBy?: string;
  /** The prefix of the id in the sort key, in a partition that holds several kinds of records. */
  readonly sortPrefix?: string;
  /** The smallest id in the list, in a partition without prefixes that also holds older records. */
  readonly from?: string;
  /** Set when the list must contain every acknowledged write. Only the table can guarantee that, not an index. */
  readonly consistent?: true;
  readonly parse: (item: Item) => Record;
  /** Receives the records that cannot be parsed, by id; the list omits them. Without it, the first one is an error. */
  readonly onFault?: OnFault;
  /**
   * Returns the size of a record in the response, by default that of its JSON. A page ends at one megabyte, a Lambda
   * response at six.
   */
  readonly bytesOf?: (record: Record) => number;
  /** Applies the filters that the partition does not cover; absent when every record matches. */
  readonly matches?: (record: Record) => boolean;
};

/** The index and partition that the filters of a list select. */
export type IndexChoice = Pick<ListQuery<unknown>, "indexName" | "partition">;

/** The most records that one request examines: a rare filter gets a short page and a cursor, not a slow response. */
const EXAMINED_MAXIMUM = 4_000;
/** A query also ends at one megabyte, which a few large records fill. */
const QUERIES_MAXIMUM = 6;
/** The factor by which each query reads more than the last. Four queries examine 4,000 small records without a match. */
const GROWTH = 6;

export const listNewestFirst = async <Record extends { readonly id: string }>(
  table: Table,
  list: ListQuery<Record>,
  { limit, afterId }: PageRange,
): Promise<Page<Record>> => {
  const { bytesOf, from = "" } = list;
  // DynamoDB rejects a start key outside of the key condition.
  if (afterId !== null && afterId < from) return EMPTY_PAGE;
  const records: Record[] = [];
  let lastExamined = afterId;
  for await (const { matching, lastId, isLast } of examine(table, list, {
    afterId,
    missing: () => limit - records.length,
  })) {
    records.push(...matching);
    const fitting = Math.min(limit, countFitting(records, bytesOf));
    if (records.length > fitting) {
      return { records: records.slice(0, fitting), lastId: records[fitting - 1]?.id ?? null };
    }
    if (isLast) return { records, lastId: null };
    lastExamined = lastId;
  }
  return { records, lastId: lastExamined };
};

/** Returns the newest `count` records that match, for callers that need no next page. */
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
  /** Returns the number of missing records. */
  readonly missing: () => number;
};

/**
 * Reads a list by queries while the caller continues. Each query reads one record more than are missing, to see whether
 * a next page exists. Each reads more than the last, for lists with few matches.
 */
async function* examine<Record extends { readonly id: string }>(
  table: Table,
  list: ListQuery<Record>,
  { afterId, missing }: Search,
) {
  const { parse, sortedBy = "sk", sortPrefix = "", onFault = throwFault, matches = () => true } = list;
  const idOf = (item: Item) => String(item[sortedBy]).slice(sortPrefix.length);
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

/** Returns the number of first records that fit into a page, including the one that reaches the limit. */
export const countFitting = <Record>(
  records: readonly Record[],
  bytesOf: (record: Record) => number = jsonLength,
): number => {
  let bytes = 0;
  const lastIndex = records.findIndex((record) => {
    bytes += bytesOf(record);
    return bytes >= PAGE_BYTES_MAXIMUM;
  });
  return lastIndex === -1 ? Number.POSITIVE_INFINITY : lastIndex + 1;
};

const queryAfter = <Record>(
  table: Table,
  { indexName, partition, consistent, ...list }: ListQuery<Record>,
  afterId: string | null,
) => {
  const { condition, names, values } = partitionCondition(partition);
  const { sortCondition = null, sortKey = "", startKey = null } = sortRange(list, afterId);
  return {
    TableName: table.name,
    ...(indexName && { IndexName: indexName }),
    ...(consistent && { ConsistentRead: true }),
    KeyConditionExpression: sortCondition === null ? condition : `${condition} AND ${sortCondition}`,
    ...(startKey !== null && { ExclusiveStartKey: { ...partition, sk: startKey } }),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: sortCondition === null ? values : { ...values, ":sk": sortKey },
    ScanIndexForward: false,
  };
};

type SortRange = {
  readonly sortCondition?: string;
  readonly sortKey?: string;
  readonly startKey?: string | null;
};

/**
 * A key condition allows only one comparison of the sort key. A list that needs it for its prefix or its first id
 * continues from a start key.
 */
const sortRange = (
  { sortedBy = "sk", sortPrefix = "", from }: Pick<ListQuery<unknown>, "sortedBy" | "sortPrefix" | "from">,
  afterId: string | null,
): SortRange => {
  const startKey = afterId && sortPrefix + afterId;
  if (sortPrefix) return { sortCondition: "begins_with(sk, :sk)", sortKey: sortPrefix, startKey };
  if (from) return { sortCondition: "sk >= :sk", sortKey: from, startKey };
  return afterId ? { sortCondition: `${sortedBy} < :sk`, sortKey: afterId } : {};
};

/** Returns the key condition of a partition. Names are placeholders, since an attribute name may be a reserved word. */
export const partitionCondition = (partition: ListQuery<unknown>["partition"]) => {
  const attributes = Object.entries(partition);
  return {
    condition: attributes.map((_, index) => `#n${index} = :v${index}`).join(" AND "),
    names: Object.fromEntries(attributes.map(([name], index) => [`#n${index}`, name])),
    values: Object.fromEntries(attributes.map(([, value], index) => [`:v${index}`, value])),
  };
};

/**
 * The default list shows `active` records and hides `archived` ones. Part of the listing indexes' keys. Every lead has
 * a listing; among consultations, only archived ones do.
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
