import { endpoint } from "../../shared/api/endpoint.ts";
import { updateLead } from "../../shared/leads/update-lead.ts";

export const handler = endpoint(updateLead);
