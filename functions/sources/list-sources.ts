import { listSources } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { sourceStore } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(listSources, table, ({ firmId, query, nowMilliseconds }) =>
  pageResponse(
    { firmId, query, list: { list: "sources" } },
    (range) => sourceStore(table).list(firmId, range),
    (source) => sourceResource(source, nowMilliseconds),
  ),
);
