import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { listKeysEndpoint } from "../../shared/keys/api-key.contract.ts";
import { apiKeyResource } from "../../shared/keys/api-key.rules.ts";
import { firmKeyStore } from "../../shared/keys/firm-key.store.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listKeysEndpoint, table, ({ firmId, query }) =>
  pageResponse(
    { firmId, query, list: { list: "keys" } },
    (range) => firmKeyStore(table).list(firmId, range),
    apiKeyResource,
  ),
);
