import { endpoint } from "../../shared/api/endpoint.ts";
import { unarchiveLead } from "../../shared/leads/archive-lead.ts";

export const handler = endpoint(unarchiveLead);
