import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { deleteKeyEndpoint } from "../../shared/keys/api-key.contract.ts";
import { deleteKey as remove } from "../../shared/keys/delete-key.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(deleteKeyEndpoint, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
