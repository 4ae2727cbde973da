import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint-definition.ts";
import { withForms } from "./schema/by-form.ts";
import { customData, customDataInput } from "./schema/custom-data.ts";
import {
  email,
  emailForms,
  instant,
  line,
  nonBlankText,
  page,
  pageQuery,
  requiredText,
  uuid,
} from "./schema/fields.ts";
import { lazy } from "./schema/lazy.ts";
import { LIMITS } from "./schema/limits.ts";
import { isBlank } from "./schema/text.ts";

const { nameCharacters, sourceCharacters, phoneCharacters } = LIMITS;

/** A lead as the API and its events show it. */
export const lead = lazy(() =>
  z.object({
    id: z.uuid(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    source: z.string(),
    status: z.object({ key: z.string(), name: z.string() }),
    assignee_id: z.nullable(z.uuid()),
    archived: z.boolean(),
    created_at: instant(),
    last_activity_at: instant(),
    data: customData(),
  }),
);

export type LeadResource = z.output<ReturnType<typeof lead>>;

/** Optional text whose null means that there is none. */
const absentWhenNull = <Form extends z.ZodMiniType>(
  schema: ReturnType<typeof line>,
  forms: readonly Form[],
) =>
  z._default(
    withForms(
      z.pipe(
        z.transform((value: unknown) => value ?? ""),
        schema,
      ),
      () => [...forms, z.null()],
    ),
    "",
  );

const given = (field: string) => ({
  required: [field],
  properties: { [field]: { type: "string", pattern: "\\S" } },
});

export const newLeadBody = lazy(() =>
  z
    .object({
      first_name: requiredText(nameCharacters),
      last_name: requiredText(nameCharacters),
      source: requiredText(sourceCharacters),
      email: absentWhenNull(email(), emailForms()),
      phone: absentWhenNull(line(phoneCharacters), [line(phoneCharacters)]),
      assignee_id: z._default(z.nullable(uuid()), null),
      data: z._default(customDataInput(), {}),
    })
    .check(
      z.refine((body) => Boolean(body.email || body.phone), {
        path: ["email"],
        error: "is required when phone is absent",
        params: { anyOf: [given("email"), given("phone")] },
        // Runs even if another field is invalid, so that one response lists every violation.
        when: ({ value }) => hasNoContactMethod(value),
      }),
    ),
);

/** The key of a stage, sent as such or as the `status` of a lead. */
export const stageKeyInput = (status: unknown): unknown =>
  typeof status === "object" && status !== null && "key" in status ? status.key : status;

const noContactMethod = lazy(() => {
  const blank = z.nullish(z.string().check(z.refine(isBlank)));
  return z.object({ email: blank, phone: blank });
});

const hasNoContactMethod = (body: unknown) => noContactMethod().safeParse(body).success;

export const leadChangesBody = lazy(() =>
  z.object({
    first_name: z.optional(nonBlankText(nameCharacters)),
    last_name: z.optional(nonBlankText(nameCharacters)),
    email: z.optional(email()),
    phone: z.optional(line(phoneCharacters)),
    source: z.optional(nonBlankText(sourceCharacters)),
    status: z.optional(
      withForms(z.pipe(z.transform(stageKeyInput), z.string().check(z.trim())), () => [
        z.string(),
        z.object({ key: z.string() }),
      ]),
    ),
    assignee_id: z.optional(z.nullable(uuid())),
    data: z.optional(customDataInput()),
  }),
);

export type NewLead = z.output<ReturnType<typeof newLeadBody>>;
export type LeadChanges = z.output<ReturnType<typeof leadChangesBody>>;

/** Every field of a new lead can also be changed; the compiler rejects one that cannot. */
type Changeable<Field extends keyof LeadChanges> = Field;
export type NewLeadField = Changeable<keyof NewLead>;

const leadResponse = { status: 200, schema: lead } as const;

export const createLead = defineEndpoint({
  name: "create-lead",
  method: "POST",
  path: "/api/leads",
  summary: "Create a lead in the firm's first open stage",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
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

export const listLeads = defineEndpoint({
  name: "list-leads",
  method: "GET",
  path: "/api/leads",
  summary: "List leads, newest first",
  scope: "leads:read",
  tableActions: ["GetItem", "Query"],
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

export const getLead = defineEndpoint({
  name: "get-lead",
  method: "GET",
  path: "/api/leads/{id}",
  summary: "Get a lead, archived or not",
  scope: "leads:read",
  tableActions: ["GetItem", "BatchGetItem"],
  response: leadResponse,
});

export const updateLead = defineEndpoint({
  name: "update-lead",
  method: "PATCH",
  path: "/api/leads/{id}",
  summary: "Change a lead's fields, stage, assignee or data",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "UpdateItem"],
  body: leadChangesBody,
  response: leadResponse,
});

export const archiveLead = defineEndpoint({
  name: "archive-lead",
  method: "POST",
  path: "/api/leads/{id}/archive",
  summary: "Hide a lead from the active pipeline",
  scope: "leads:write",
  tableActions: ["GetItem", "UpdateItem"],
  response: leadResponse,
});

export const unarchiveLead = defineEndpoint({
  name: "unarchive-lead",
  method: "POST",
  path: "/api/leads/{id}/unarchive",
  summary: "Restore an archived lead",
  scope: "leads:write",
  tableActions: ["GetItem", "UpdateItem"],
  response: leadResponse,
});
