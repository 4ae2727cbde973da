import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { archiveLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { setLeadArchived } from "../../shared/leads/set-lead-archived.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(archiveLeadEndpoint, table, async (request) => {
  const { lead, settings } = await setLeadArchived(table, request, true);
  return { body: leadResource(lead, settings) };
});
