import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { batchesOf } from "../../shared/runtime/collections.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";

/** Writes items directly, in tests where requests would take too long. */
export const putItems = async ({ client, name }: Table, items: readonly Item[]): Promise<void> => {
  for (const batch of batchesOf(items, 25)) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
  }
};
