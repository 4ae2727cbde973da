import { getFirm } from "../../shared/contract/firm.ts";
import { firmResource } from "../../shared/domain/firm-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { settingsRecord } from "../../shared/storage/firm-store.ts";
import { freshly, readTogether } from "../../shared/storage/read-together.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(getFirm, table, async ({ firmId }) => {
  const { settings } = await readTogether(table, { settings: freshly(settingsRecord(firmId)) });
  return { body: firmResource(firmId, settings) };
});
