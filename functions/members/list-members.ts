import { listMembers } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/member-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { memberStore } from "../../shared/storage/member-store.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(listMembers, table, async ({ firmId, query }) => {
  const cursor = pageCursor(firmId, { list: "members" });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  const { records, lastId } = await memberStore(table).list(firmId, () => true, range);
  return { body: { data: records.map(memberResource), next_cursor: cursor.encode(lastId) } };
});
