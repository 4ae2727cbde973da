import { listKeys } from "../../shared/contract/keys.ts";
import { apiKeyResource } from "../../shared/domain/keys/api-key.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { firmKeyStore } from "../../shared/storage/keys/firm-key-store.ts";

const table = connectTable();

export const handler = endpoint(listKeys, table, async ({ firmId, query }) => {
  const cursor = pageCursor(firmId, { list: "keys" });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  const { records, lastId } = await firmKeyStore(table).list(firmId, range);
  return { body: { data: records.map(apiKeyResource), next_cursor: cursor.encode(lastId) } };
});
