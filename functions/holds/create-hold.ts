import { createHold } from "../../shared/contract/holds.ts";
import { holdResource } from "../../shared/domain/scheduling/hold.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createHold as create } from "../../shared/operations/scheduling/create-hold.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(createHold, table, async (request) => {
  const { record, replayed } = await create(table, request);
  return { body: holdResource(record), replayed };
});
