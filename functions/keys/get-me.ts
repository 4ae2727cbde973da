import { getMe, type Me } from "../../shared/contract/me.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";

const table = connectTable();

export const handler = endpoint(getMe, table, async ({ firmId, key: confirmedKey }) => {
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
