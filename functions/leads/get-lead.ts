import { requireFound } from "../../shared/contract/app-error.ts";
import { getLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { leadRecord } from "../../shared/storage/leads/lead-store.ts";

const table = connectTable();

export const handler = endpoint(getLead, table, async ({ firmId, params }) => {
  const { lead, settings } = await readRecords(table, {
    lead: leadRecord(firmId, params.id),
    settings: settingsRecord(firmId),
  });
  return { body: leadResource(requireFound("lead", lead), settings) };
});
