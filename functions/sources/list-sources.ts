import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { listSourcesEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { sourceStore } from "../../shared/sources/source.store.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listSourcesEndpoint, table, ({ firmId, query, nowMilliseconds }) =>
  pageResponse(
    { firmId, query, list: { list: "sources" } },
    (range) => sourceStore(table).list(firmId, range),
    (source) => sourceResource(source, nowMilliseconds),
  ),
);
