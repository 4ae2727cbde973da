import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteKey } from "../../shared/keys/api-key.contract.ts";
import { deleteKey as remove } from "../../shared/keys/delete-key.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = endpoint(deleteKey, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
