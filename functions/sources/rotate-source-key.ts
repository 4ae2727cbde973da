import { rotateSourceKey } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { rotateSourceKey as rotate } from "../../shared/operations/sources/rotate-source-key.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(rotateSourceKey, table, async (request) => {
  const { secret, source } = await rotate(table, request);
  return { body: { ...sourceResource(source, request.nowMilliseconds), ingestion_key: secret } };
});
