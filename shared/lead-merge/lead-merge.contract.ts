import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { lead } from "../leads/lead.contract.ts";
import { uuid } from "../schema/fields.ts";
import { lazy } from "../schema/zod.ts";

export const mergeLeadEndpoint = defineEndpoint({
  name: "merge-lead",
  method: "POST",
  path: "/api/leads/{id}/merge",
  summary: "Merge another lead of the same person into a lead",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex", "PutItem", "UpdateItem"],
  body: lazy(() => z.object({ from: uuid() })),
  errors: ["lead_merged"],
  response: { status: 200, schema: lead },
});
