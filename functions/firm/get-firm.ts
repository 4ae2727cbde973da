import { getFirm } from "../../shared/contract/firm.ts";
import { firmResource } from "../../shared/domain/firm/firm-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { freshly, readTogether } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";

const table = connectTable();

export const handler = endpoint(getFirm, table, async ({ firmId }) => {
  const { settings } = await readTogether(table, { settings: freshly(settingsRecord(firmId)) });
  return { body: firmResource(firmId, settings) };
});
