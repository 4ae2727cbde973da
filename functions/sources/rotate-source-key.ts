import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { rotateSourceKey as rotate } from "../../shared/sources/rotate-source-key.ts";
import { rotateSourceKeyEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(rotateSourceKeyEndpoint, table, async (request) => {
  const { secret, source } = await rotate(table, request);
  return { body: { ...sourceResource(source, request.nowMilliseconds), ingestion_key: secret } };
});
