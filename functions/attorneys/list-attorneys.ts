import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { isBookable } from "../../shared/consultations/consultation.rules.ts";
import { listAttorneysEndpoint } from "../../shared/members/attorney.contract.ts";
import { attorneyResource } from "../../shared/members/member.rules.ts";
import { memberStore } from "../../shared/members/member.store.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listAttorneysEndpoint, table, ({ firmId, query }) =>
  pageResponse(
    { firmId, query, list: { list: "attorneys" } },
    (range) => memberStore(table).list(firmId, isBookable, range),
    attorneyResource,
  ),
);
