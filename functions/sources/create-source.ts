import { createSource } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createSource as create } from "../../shared/operations/sources/create-source.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(createSource, table, async (request) => {
  const { secret, source } = await create(table, request);
  return { body: { ...sourceResource(source, request.nowMilliseconds), ingestion_key: secret } };
});
