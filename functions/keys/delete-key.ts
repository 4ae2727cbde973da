import { deleteKey } from "../../shared/contract/keys.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleteKey as remove } from "../../shared/operations/keys/delete-key.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(deleteKey, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
