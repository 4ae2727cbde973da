import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { updateSourceEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { updateSource as update } from "../../shared/sources/update-source.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(updateSourceEndpoint, table, async (request) => ({
  body: sourceResource(await update(table, request), request.nowMilliseconds),
}));
