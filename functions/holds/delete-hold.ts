import { deleteHold } from "../../shared/contract/holds.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleteHold as remove } from "../../shared/operations/scheduling/delete-hold.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(deleteHold, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
