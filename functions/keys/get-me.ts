import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { getMeEndpoint, type Me } from "../../shared/keys/me.contract.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(getMeEndpoint, table, async ({ firmId, key: confirmedKey }) => {
  const [key, { name, timeZone }] = await Promise.all([
    confirmedKey(),
    readRecord(table, settingsRecord(firmId)),
  ]);
  const body: Me = {
    firm: { id: firmId, name, time_zone: timeZone },
    key: {
      id: key.id,
      name: key.name,
      scopes: [...key.scopes],
      requests_per_minute: key.requestsPerMinute,
      api_version: key.apiVersion,
    },
  };
  return { body };
});
