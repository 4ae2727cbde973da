import { endpoint } from "../../shared/api/endpoint.ts";
import { unarchiveLead } from "../../shared/leads/archive-lead.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(unarchiveLead, connectTable());
