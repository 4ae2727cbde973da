import { listKeys } from "../../shared/contract/keys.ts";
import { apiKeyResource } from "../../shared/domain/keys/api-key.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { firmKeyStore } from "../../shared/storage/keys/firm-key-store.ts";

const table = connectTable();

export const handler = endpoint(listKeys, table, ({ firmId, query }) =>
  pageResponse(
    { firmId, query, list: { list: "keys" } },
    (range) => firmKeyStore(table).list(firmId, range),
    apiKeyResource,
  ),
);
