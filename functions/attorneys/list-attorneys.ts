import { listAttorneys } from "../../shared/contract/attorneys.ts";
import { isBookable } from "../../shared/domain/consultations/consultation.ts";
import { attorneyResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberStore } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(listAttorneys, table, async ({ firmId, query }) => {
  const cursor = pageCursor(firmId, { list: "attorneys" });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  const { records, lastId } = await memberStore(table).list(firmId, isBookable, range);
  return { body: { data: records.map(attorneyResource), next_cursor: cursor.encode(lastId) } };
});
