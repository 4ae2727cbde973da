import { unarchiveLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { changeAt } from "../../shared/runtime/new-record-id.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { leadStore } from "../../shared/storage/leads/lead-store.ts";

const table = connectTable();

export const handler = endpoint(unarchiveLead, table, async ({ firmId, params, nowMilliseconds }) => {
  // Read before anything is written, so that a failure of it leaves nothing behind.
  const settings = await readRecord(table, settingsRecord(firmId));
  const lead = await leadStore(table).setArchived(firmId, params.id, false, changeAt(nowMilliseconds));
  return { body: leadResource(lead, settings) };
});
