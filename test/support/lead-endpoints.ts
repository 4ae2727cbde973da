import { randomUUID } from "node:crypto";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { ADA } from "./leads.ts";

/** Every lead endpoint with its scope and a valid request; requests with an id name an unknown lead. */
export const LEAD_ENDPOINTS = [
  { name: "create-lead", scope: "leads:write", handler: createLead, request: { body: ADA } },
  { name: "list-leads", scope: "leads:read", handler: listLeads, request: {} },
  { name: "get-lead", scope: "leads:read", handler: getLead, request: { params: { id: randomUUID() } } },
  {
    name: "update-lead",
    scope: "leads:write",
    handler: updateLead,
    request: { params: { id: randomUUID() }, body: { first_name: "Ada" } },
  },
  {
    name: "archive-lead",
    scope: "leads:write",
    handler: archiveLead,
    request: { params: { id: randomUUID() } },
  },
  {
    name: "unarchive-lead",
    scope: "leads:write",
    handler: unarchiveLead,
    request: { params: { id: randomUUID() } },
  },
] as const;
