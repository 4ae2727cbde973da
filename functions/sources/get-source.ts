import { requireFound } from "../../shared/contract/app-error.ts";
import { getSource } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { sourceRecord } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(getSource, table, async ({ firmId, params, nowMilliseconds }) => {
  const source = requireFound("source", await readRecord(table, sourceRecord(firmId, params.id)));
  return { body: sourceResource(source, nowMilliseconds) };
});
