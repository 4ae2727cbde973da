import { updateSource } from "../../shared/contract/sources.ts";
import { sourceResource } from "../../shared/domain/sources/source.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateSource as update } from "../../shared/operations/sources/update-source.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateSource, table, async (request) => ({
  body: sourceResource(await update(table, request), request.nowMilliseconds),
}));
