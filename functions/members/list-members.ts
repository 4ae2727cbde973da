import { listMembers } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberStore } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(listMembers, table, ({ firmId, query }) =>
  pageResponse(
    { firmId, query, list: { list: "members" } },
    (range) => memberStore(table).list(firmId, () => true, range),
    memberResource,
  ),
);
