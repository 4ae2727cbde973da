import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";

/** Returns every item of the table. */
export const scanItems = async ({ client, name }: Table): Promise<Item[]> => {
  const items: Item[] = [];
  const pages = paginateScan({ client }, { TableName: name, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
};

/** Returns an item as text, including the content of its binary attributes. */
export const itemText = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    const isBinary = typeof value === "object" && value !== null && "type" in value && "data" in value;
    if (isBinary && Array.isArray(value.data)) return Buffer.from(value.data).toString("utf8");
    return value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value;
  });
