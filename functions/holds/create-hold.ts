import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { createHold as create } from "../../shared/scheduling/create-hold.ts";
import { createHoldEndpoint } from "../../shared/scheduling/hold.contract.ts";
import { holdResource } from "../../shared/scheduling/hold.rules.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(createHoldEndpoint, table, async (request) => {
  const { record, replayed } = await create(table, request);
  return { body: holdResource(record), replayed };
});
