import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Item, RecordKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";

/** Reads an item; undefined if there is none. */
export const readItem = async ({ client, name }: Table, Key: RecordKey): Promise<Item | undefined> => {
  const { Item } = await client.send(new GetCommand({ TableName: name, Key, ConsistentRead: true }));
  return Item;
};
