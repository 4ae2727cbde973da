import { endpoint } from "../../shared/api/endpoint.ts";
import { updateLead } from "../../shared/leads/update-lead.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(updateLead, connectTable());
