import { listMembers } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberStore } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(listMembers, table, async ({ firmId, query }) => {
  const cursor = pageCursor(firmId, { list: "members" });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  const { records, lastId } = await memberStore(table).list(firmId, () => true, range);
  return { body: { data: records.map(memberResource), next_cursor: cursor.encode(lastId) } };
});
