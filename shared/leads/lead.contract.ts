import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { filterBy } from "../schema/fields.ts";
import { idList } from "../schema/id-list.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instantInput } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { CONFLICT_STATES } from "./clearance.contract.ts";
import { leadChangesBody, leadFields, newLeadBody } from "./lead-fields.contract.ts";

/** A lead as the API and its events show it. */
export const lead = leadFields.shown;

export type LeadResource = z.output<ReturnType<typeof lead>>;

const leadResponse = { status: 200, schema: lead } as const;

export const createLeadEndpoint = defineEndpoint({
  name: "create-lead",
  method: "POST",
  path: "/api/leads",
  summary: "Create a lead in the firm's first open stage",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["PutItem"],
  acceptsIdempotencyKey: true,
  acceptsIngestionKey: true,
  errors: ["invalid_signature", "origin_not_allowed", "no_open_stage"],
  body: newLeadBody,
  response: { status: 201, schema: lead },
});

export const createLeadDescription: DescriptionOf<typeof createLeadEndpoint> = {
  lostAnswer: { way: "repeatedWithKey" },
  body: { first_name: "Dana", last_name: "Doe", email: "dana@example.com", source: "website" },
  prose: `
Creates a lead. It starts in the firm's first stage that is not terminal. If the firm has no such stage, the response is
409 \`no_open_stage\`. A lead needs an email address or a phone number. Its assignee must be an active member. Values of
\`data\` for keys that the firm does not define are dropped; a value that does not fit its field is 422.

The first rule of the firm's \`routing\` that fits the lead sets its \`routing_rule\` and \`respond_by\`. If no assignee is
named, the lead goes to the member whose turn it is.

Emits \`lead.created\`. Send an \`Idempotency-Key\`, so that you can repeat the request if its response is lost. The repeat
returns 201 with the same lead and creates nothing. The header has no effect on what lead sources deliver: they repeat by
the external id.`,
};

/** The response of `POST /api/leads` to a lead source: 201 for a new lead, otherwise 200. */
export const ingestedLead = lazy(() =>
  z.object({
    status: z.enum(["created", "updated", "duplicate"]),
    leadId: z.uuid(),
    externalId: z.nullable(z.string()),
    booking_url: z.optional(z.string()),
  }),
);

/** The response for a delivery that becomes no lead because of its source's conditions. */
export const unacceptedDelivery = lazy(() => z.object({ status: z.enum(["ignored", "test"]) }));

/** The response for a rejected delivery, when its source answers no errors. */
export const rejectedDelivery = lazy(() =>
  z.object({
    status: z.literal("rejected"),
    details: z.nullable(z.array(z.object({ field: z.string(), message: z.string() }))),
  }),
);

const TRUE_OR_FALSE = ["true", "false"] as const;

const besideIds = (query: object): string[] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined || name === "ids" || name === "limit" ? [] : [name],
  );

export const listLeadsEndpoint = defineEndpoint({
  name: "list-leads",
  method: "GET",
  path: "/api/leads",
  summary: "List leads, newest first",
  scope: "leads:read",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex"],
  errors: ["conflict_gate_disabled"],
  query: lazy(() =>
    z
      .object({
        ...pageQuery(),
        archived: z.optional(z.string()),
        status: z.optional(z.string()),
        source: z.optional(z.string()),
        assignee: z.optional(z.string()),
        conflict: filterBy(CONFLICT_STATES),
        due: filterBy(TRUE_OR_FALSE),
        awaiting: filterBy(TRUE_OR_FALSE),
        created_from: z.optional(instantInput()),
        created_to: z.optional(instantInput()),
        captured_from: z.optional(instantInput()),
        captured_to: z.optional(instantInput()),
        q: z.optional(z.string()),
        ids: z.optional(idList(LIMITS.namedLeads, "leads")),
      })
      .check(
        z.refine((query) => query.ids === undefined || besideIds(query).length === 0, {
          path: ["ids"],
          error: ({ input }) => `cannot be combined with ${besideIds(Object(input)).join(", ")}`,
        }),
      ),
  ),
  response: { status: 200, schema: () => page(lead()) },
});

export const listLeadsDescription: DescriptionOf<typeof listLeadsEndpoint> = {
  query: { status: "new" },
  prose: `
Lists the firm's leads a page at a time, newest created first. The list has the active leads or, with \`archived=true\`,
the archived ones. \`q\` finds a lead if each of its words is in the lead's name, email address or phone number, whatever their marks, case and
apostrophes: \`munoz\` finds Muñoz. A filter that no lead can match returns an empty page. With a rare filter, a page may
hold fewer leads than \`limit\`, so continue until \`next_cursor\` is null.

\`due=true\` finds the leads whose \`next_contact_at\` has passed, within a minute of it; \`awaiting=true\` those whose
\`respond_by\` no contact and no booking has ended, overdue ones included, unless they are archived or in a terminal stage.

\`conflict\` is a state in the firm's conflict gate, \`unchecked\` included; without a gate it is 409
\`conflict_gate_disabled\`. Like \`source\` and \`q\` it has no index: a page examines up to 4,000 leads for it, so combine it
with \`status\` or \`assignee\` in a firm of many leads.

\`created_from\` and \`created_to\`, like \`captured_from\` and \`captured_to\`, are instants: the list has what is at or
after the first and before the second.

\`ids\` names up to 50 leads, separated by commas, such as those of a list of consultations. The response is one page of
them, archived and merged ones too. Leads that do not exist, or were erased, are absent. No filter can be beside it.`,
};

export const getLeadEndpoint = defineEndpoint({
  name: "get-lead",
  method: "GET",
  path: "/api/leads/{id}",
  summary: "Get a lead, archived or not",
  scope: "leads:read",
  tableActions: ["GetItem", "BatchGetItem"],
  response: leadResponse,
});

export const getLeadDescription: DescriptionOf<typeof getLeadEndpoint> = {
  prose: `
Returns one lead, archived or not. A lead of another firm is 404 \`not_found\`, as if it did not exist.`,
};

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

export const updateLeadDescription: DescriptionOf<typeof updateLeadEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getLead", by: "change" },
  body: { phone: "(212) 555-0187", status: "retained", data: { case_type: "Family" } },
  prose: `
Changes only the fields that the body names. \`status\` moves the lead to any of the firm's stages. \`assignee_id\` assigns
it to an active member, or to nobody (null). \`data\` is merged into the stored data, and null removes a value. The email
address can be removed if the lead has a phone number, and the phone number if it has an email address.

\`next_contact_at\` is when somebody wants to contact the person again; null when nobody does. \`lead.contact_due\` comes
within a minute of it, once for each instant that was set: not for one that was replaced before, had passed when it was
set, or passed while the lead was archived or in a terminal stage.

Emits an event for each kind of change: \`lead.status_changed\`, \`lead.assigned\`, and \`lead.updated\` for everything else.
A request that changes nothing returns the lead and emits nothing.`,
};

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

export const archiveLeadDescription: DescriptionOf<typeof archiveLeadEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getLead", by: "archived" },
  prose: `
Hides a lead, in any stage, from the active pipeline. Nothing is deleted. The lead keeps its stage, data and
consultations, can still be read and changed, and is listed with \`archived=true\`.

Emits \`lead.archived\`. For a lead that is already archived, the request returns it and emits nothing.`,
};

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

export const unarchiveLeadDescription: DescriptionOf<typeof unarchiveLeadEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getLead", by: "unarchived" },
  prose: `
Returns an archived lead to the active pipeline, in its present stage.

Emits \`lead.updated\`. For a lead that is not archived, the request returns it and emits nothing.`,
};
