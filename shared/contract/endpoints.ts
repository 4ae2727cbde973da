import type { EndpointDefinition } from "./endpoint-definition.ts";
import { archiveLead, createLead, getLead, listLeads, unarchiveLead, updateLead } from "./leads.ts";

/** Every endpoint of the API: the stack and the API description are made from this list. */
export const ENDPOINTS: readonly EndpointDefinition[] = [
  createLead,
  listLeads,
  getLead,
  updateLead,
  archiveLead,
  unarchiveLead,
];
