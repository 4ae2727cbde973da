import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { listMembersEndpoint } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { memberStore } from "../../shared/members/member.store.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listMembersEndpoint, table, ({ firmId, query }) =>
  pageResponse(
    { firmId, query, list: { list: "members" } },
    (range) => memberStore(table).list(firmId, () => true, range),
    memberResource,
  ),
);
