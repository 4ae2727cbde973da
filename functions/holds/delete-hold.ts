import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { deleteHold as remove } from "../../shared/scheduling/delete-hold.ts";
import { deleteHoldEndpoint } from "../../shared/scheduling/hold.contract.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(deleteHoldEndpoint, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
