import { notFound } from "../../shared/contract/app-error.ts";
import { getSource } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { sourceRecord } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(getSource, table, async ({ firmId, params }) => {
  const { source } = await readRecords(table, { source: sourceRecord(firmId, params.id) });
  if (source === null) throw notFound("source");
  return { body: sourceResource(source) };
});
