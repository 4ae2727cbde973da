import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { getLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(getLeadEndpoint, table, async ({ firmId, params }) => {
  const { lead, settings } = await readRecords(table, {
    lead: leadRecord(firmId, params.id),
    settings: settingsRecord(firmId),
  });
  return { body: leadResource(requireFound("lead", lead), settings) };
});
