import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { createKeyEndpoint } from "../../shared/keys/api-key.contract.ts";
import { apiKeyResource } from "../../shared/keys/api-key.rules.ts";
import { createKey as create } from "../../shared/keys/create-key.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(createKeyEndpoint, table, async (request) => {
  const { secret, key } = await create(table, request, await request.key());
  return { body: { ...apiKeyResource(key), key: secret } };
});
