import { listSources } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { sourceStore } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(listSources, table, async ({ firmId, query }) => {
  const cursor = pageCursor(firmId, { list: "sources" });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  const { records, lastId } = await sourceStore(table).list(firmId, range);
  return { body: { data: records.map(sourceResource), next_cursor: cursor.encode(lastId) } };
});
