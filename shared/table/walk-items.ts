import { paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "./firm-id.ts";
import { type OnFault, parseEach } from "./record-fault.ts";
import { type Item, settingsPartition } from "./record-keys.ts";
import type { Table } from "./table.ts";

type Walk = {
  readonly pk: string;
  readonly sortPrefix?: string;
  /** The attributes to return; all when absent. */
  readonly attributes?: readonly string[];
};

/** Yields the items of a partition page by page, in the order of their sort keys, strongly consistent. */
export async function* walkPartition(
  table: Table,
  { pk, sortPrefix, attributes }: Walk,
): AsyncGenerator<Item[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: sortPrefix ? "pk = :pk AND begins_with(sk, :prefix)" : "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk, ...(sortPrefix && { ":prefix": sortPrefix }) },
      ...projection(attributes),
    },
  );
  for await (const { Items = [] } of pages) yield Items;
}

type RecordWalk<Record> = Walk & {
  /** The name of the kind of record. */
  readonly kind: string;
  readonly parse: (item: Item) => Record;
  /** Receives the records that cannot be parsed; the walk omits them. */
  readonly onFault: OnFault;
};

/** Yields the records of a partition in the same way. */
export async function* walkRecords<Record>(
  table: Table,
  { kind, parse, onFault, ...walk }: RecordWalk<Record>,
): AsyncGenerator<Record[]> {
  const { sortPrefix = "" } = walk;
  for await (const items of walkPartition(table, walk))
    yield parseEach(items, parse, ({ sk }, fault) =>
      onFault(`the ${kind} ${String(sk).slice(sortPrefix.length)}`, fault),
    );
}

/** Returns the ids in the sort keys of the firm's settings documents of one kind, without parsing the documents. */
export const documentIds = async (table: Table, firm: FirmId, sortPrefix: string): Promise<string[]> => {
  const ids: string[] = [];
  const documents = { pk: settingsPartition(firm), sortPrefix, attributes: ["sk"] };
  for await (const items of walkPartition(table, documents))
    ids.push(...items.map(({ sk }) => String(sk).slice(sortPrefix.length)));
  return ids;
};

type Scan = {
  readonly filter?: { readonly expression: string; readonly values: Record<string, unknown> };
  readonly attributes?: readonly string[];
  /** Set to see every acknowledged write, at twice the cost. */
  readonly consistent?: true;
};

/** The items that a page of a scan found, and the number of items that it read. */
export type ScanPage = { readonly items: Item[]; readonly scanned: number };

/** Reads the whole table, at half a read unit for each 4 KB in it, however little it returns. */
export async function* scanTable(
  table: Table,
  { filter, attributes, consistent }: Scan,
): AsyncGenerator<ScanPage> {
  const pages = paginateScan(
    { client: table.client },
    {
      TableName: table.name,
      ...(consistent && { ConsistentRead: true }),
      ...(filter && {
        FilterExpression: filter.expression,
        ExpressionAttributeValues: filter.values,
      }),
      ...projection(attributes),
    },
  );
  for await (const { Items = [], ScannedCount = 0 } of pages) yield { items: Items, scanned: ScannedCount };
}

const projection = (attributes: readonly string[] | undefined) =>
  attributes && {
    ProjectionExpression: attributes.map((_, index) => `#p${index}`).join(", "),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#p${index}`, name])),
  };

/** Sort keys from `from` on, before `to`, in one partition. */
type KeyRange = { readonly pk: string; readonly from: string; readonly to: string };

/** Returns the number of items in a range of a partition. Reads them all. No sort key may equal `to`. */
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
