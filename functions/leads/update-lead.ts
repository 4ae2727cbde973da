import { updateLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateLead as update } from "../../shared/operations/leads/update-lead.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateLead, table, async (request) => {
  const { lead, settings } = await update(table, request);
  return { body: leadResource(lead, settings) };
});
