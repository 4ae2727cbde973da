import { endpoint } from "../../shared/api/endpoint.ts";
import { archiveLead } from "../../shared/leads/archive-lead.ts";

export const handler = endpoint(archiveLead);
