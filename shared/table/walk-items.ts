import { paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./record-keys.ts";
import type { Table } from "./table.ts";

type Walk = {
  readonly pk: string;
  readonly sortPrefix?: string;
  /** The attributes to return; all when absent. */
  readonly attributes?: readonly string[];
};

/** Every item of a partition in the order of its sort keys, strongly consistent, a page at a time. */
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

type Scan = {
  readonly filter?: { readonly expression: string; readonly values: Record<string, unknown> };
  readonly attributes?: readonly string[];
  /** Whether to see every acknowledged write, which costs twice as much. */
  readonly consistent?: true;
};

/** What a page of a scan found, and how many items it read for that. */
export type ScanPage = { readonly items: Item[]; readonly scanned: number };

/** Reads the whole table, which costs half a read unit for each 4 KB in it, whatever is returned. */
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
