import { getFirm } from "../../shared/contract/firm.ts";
import { firmResource } from "../../shared/domain/firm/firm.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecord, uncached } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";

const table = connectTable();

export const handler = endpoint(getFirm, table, async ({ firmId }) => {
  const settings = await readRecord(table, uncached(settingsRecord(firmId)));
  return { body: firmResource(firmId, settings) };
});
