import { unarchiveLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { setLeadArchived } from "../../shared/operations/leads/set-lead-archived.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(unarchiveLead, table, async (request) => {
  const { lead, settings } = await setLeadArchived(table, request, false);
  return { body: leadResource(lead, settings) };
});
