import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { updateLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { updateLead as update } from "../../shared/leads/update-lead.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(updateLeadEndpoint, table, async (request) => {
  const { lead, settings } = await update(table, request);
  return { body: leadResource(lead, settings) };
});
