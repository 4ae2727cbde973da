import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { updateKeyEndpoint } from "../../shared/keys/api-key.contract.ts";
import { apiKeyResource } from "../../shared/keys/api-key.rules.ts";
import { updateKey as update } from "../../shared/keys/update-key.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(updateKeyEndpoint, table, async (request) => ({
  body: apiKeyResource(await update(table, request, await request.key())),
}));
