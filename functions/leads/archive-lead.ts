import { archiveLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/lead-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { changeAt } from "../../shared/runtime/record-ids.ts";
import { settingsRecord } from "../../shared/storage/firm-store.ts";
import { leadStore } from "../../shared/storage/lead-store.ts";
import { readTogether } from "../../shared/storage/read-together.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(archiveLead, table, async ({ firmId, params, nowMilliseconds }) => {
  const [lead, { settings }] = await Promise.all([
    leadStore(table).setArchived(firmId, params.id, true, changeAt(nowMilliseconds)),
    readTogether(table, { settings: settingsRecord(firmId) }),
  ]);
  return { body: leadResource(lead, settings) };
});
