import { endpoint } from "../../shared/api/endpoint.ts";
import { mergeLead } from "../../shared/leads/merge-lead.ts";

export const handler = endpoint(mergeLead);
