import { endpoint } from "../../shared/api/endpoint.ts";
import { mergeLead } from "../../shared/lead-merge/merge-lead.ts";

export const handler = endpoint(mergeLead);
