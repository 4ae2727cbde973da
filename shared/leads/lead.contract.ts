import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { customData } from "../schema/fields.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { leadChangesBody, newLeadBody, textsByName } from "./lead-fields.contract.ts";

/** A lead as the API and its events show it. */
export const lead = lazy(() =>
  z.object({
    id: z.uuid(),
    ...textsByName(() => z.string()),
    status: z.object({ key: z.string(), name: z.string() }),
    assignee_id: z.nullable(z.uuid()),
    archived: z.boolean(),
    created_at: instant(),
    last_activity_at: instant(),
    data: customData(),
    merged_into: z.optional(z.uuid()),
  }),
);

export type LeadResource = z.output<ReturnType<typeof lead>>;

const leadResponse = { status: 200, schema: lead } as const;

export const createLeadEndpoint = defineEndpoint({
  name: "create-lead",
  method: "POST",
  path: "/api/leads",
  summary: "Create a lead in the firm's first open stage",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  acceptsIdempotencyKey: true,
  acceptsIngestionKey: true,
  errors: ["invalid_signature", "origin_not_allowed", "no_open_stage"],
  body: newLeadBody,
  response: { status: 201, schema: lead },
});

/** The response of `POST /api/leads` to a lead source: 201 for a new lead, otherwise 200. */
export const ingestedLead = lazy(() =>
  z.object({
    status: z.enum(["created", "updated", "duplicate"]),
    leadId: z.uuid(),
    externalId: z.nullable(z.string()),
  }),
);

/** The response for a delivery that became no lead by the conditions of its source. */
export const unacceptedDelivery = lazy(() => z.object({ status: z.enum(["ignored", "test"]) }));

/** The response for a rejected delivery of a source that answers no errors. */
export const rejectedDelivery = lazy(() =>
  z.object({
    status: z.literal("rejected"),
    details: z.nullable(z.array(z.object({ field: z.string(), message: z.string() }))),
  }),
);

export const listLeadsEndpoint = defineEndpoint({
  name: "list-leads",
  method: "GET",
  path: "/api/leads",
  summary: "List leads, newest first",
  scope: "leads:read",
  tableActions: ["GetItem", "QueryIndex"],
  query: lazy(() =>
    z.object({
      ...pageQuery(),
      archived: z.optional(z.string()),
      status: z.optional(z.string()),
      source: z.optional(z.string()),
      assignee: z.optional(z.string()),
      q: z.optional(z.string()),
    }),
  ),
  response: { status: 200, schema: () => page(lead()) },
});

export const getLeadEndpoint = defineEndpoint({
  name: "get-lead",
  method: "GET",
  path: "/api/leads/{id}",
  summary: "Get a lead, archived or not",
  scope: "leads:read",
  tableActions: ["GetItem", "BatchGetItem"],
  response: leadResponse,
});

export const updateLeadEndpoint = defineEndpoint({
  name: "update-lead",
  method: "PATCH",
  path: "/api/leads/{id}",
  summary: "Change a lead's fields, stage, assignee or data",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  body: leadChangesBody,
  errors: ["lead_merged"],
  response: leadResponse,
});

export const archiveLeadEndpoint = defineEndpoint({
  name: "archive-lead",
  method: "POST",
  path: "/api/leads/{id}/archive",
  summary: "Hide a lead from the active pipeline",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  errors: ["lead_merged"],
  response: leadResponse,
});

export const unarchiveLeadEndpoint = defineEndpoint({
  name: "unarchive-lead",
  method: "POST",
  path: "/api/leads/{id}/unarchive",
  summary: "Restore an archived lead",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  errors: ["lead_merged"],
  response: leadResponse,
});
