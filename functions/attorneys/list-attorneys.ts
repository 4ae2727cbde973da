import { listAttorneys } from "../../shared/contract/attorneys.ts";
import { isBookable } from "../../shared/domain/consultations/consultation.ts";
import { attorneyResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberStore } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(listAttorneys, table, ({ firmId, query }) =>
  pageResponse(
    { firmId, query, list: { list: "attorneys" } },
    (range) => memberStore(table).list(firmId, isBookable, range),
    attorneyResource,
  ),
);
