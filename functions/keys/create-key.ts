import { createKey } from "../../shared/contract/keys.ts";
import { apiKeyResource } from "../../shared/domain/keys/api-key.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createKey as create } from "../../shared/operations/keys/create-key.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(createKey, table, async (request) => {
  const { secret, key } = await create(table, request, await request.key());
  return { body: { ...apiKeyResource(key), key: secret } };
});
