import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { getFirmEndpoint } from "../../shared/firm/firm.contract.ts";
import { firmResource } from "../../shared/firm/firm.rules.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { readRecord, uncached } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(getFirmEndpoint, table, async ({ firmId }) => {
  const settings = await readRecord(table, uncached(settingsRecord(firmId)));
  return { body: firmResource(firmId, settings) };
});
