import { updateKey } from "../../shared/contract/keys.ts";
import { apiKeyResource } from "../../shared/domain/keys/api-key.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateKey as update } from "../../shared/operations/keys/update-key.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateKey, table, async (request) => ({
  body: apiKeyResource(await update(table, request, await request.key())),
}));
