import { endpoint } from "../../shared/api/endpoint.ts";
import { archiveLead } from "../../shared/leads/archive-lead.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(archiveLead, connectTable());
