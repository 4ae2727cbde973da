import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { createSource as create } from "../../shared/sources/create-source.ts";
import { createSourceEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(createSourceEndpoint, table, async (request) => {
  const { secret, source } = await create(table, request);
  return { body: { ...sourceResource(source, request.nowMilliseconds), ingestion_key: secret } };
});
