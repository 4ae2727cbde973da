import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { amount } from "../schema/amount.ts";
import { customData, customDataInput, requiredText, timeZone, uuid, wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instant, instantInput } from "../schema/time.ts";
import { EVEN_IF_INVALID, having, havingAny, ifThen, lazy } from "../schema/zod.ts";
import { SLOT_ERRORS } from "../time/slot.contract.ts";

const { durationMinutesMinimum: SHORTEST, durationMinutesMaximum: LONGEST } = LIMITS;

/** `shared/consultations/consultation.rules.ts` defines what each status means. */
export const CONSULTATION_STATUS_NAMES = [
  "scheduled",
  "rescheduled",
  "canceled",
  "completed",
  "no-show",
] as const;

/** A consultation as the API and its events show it. */
export const consultation = lazy(() =>
  z.object({
    id: z.uuid(),
    lead_id: z.uuid(),
    attorney_id: z.uuid(),
    type: z.string(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    start_at: instant(),
    duration_min: z.int(),
    time_zone: z.string(),
    paid: z.boolean(),
    amount: z.nullable(z.number()),
    outcome: z.nullable(z.string()),
    archived: z.boolean(),
    created_at: instant(),
    data: customData(),
  }),
);

export type ConsultationResource = z.output<ReturnType<typeof consultation>>;

const newConsultation = lazy(() =>
  z.object({
    lead_id: uuid(),
    // The firm's consultation types say who may leave out which of these.
    attorney_id: z.optional(uuid()),
    type: requiredText(LIMITS.consultationTypeCharacters),
    start_at: instantInput(),
    duration_min: z.optional(wholeNumber(SHORTEST, LONGEST)),
    time_zone: z.optional(timeZone()),
    paid: z._default(z.boolean(), false),
    amount: z.optional(amount()),
    data: z._default(customDataInput(), {}),
    ignore_booking_rules: z._default(z.boolean(), false),
    hold_id: z.optional(uuid()),
  }),
);

const SLOT_FIELDS = ["start_at", "duration_min", "attorney_id", "time_zone"] as const;

/** Whether a body has one of the fields, whatever its value. */
export const hasAny = (fields: readonly string[], value: unknown) =>
  typeof value === "object" && value !== null && fields.some((field) => Object.hasOwn(value, field));

const consultationChanges = lazy(() =>
  z
    .object({
      start_at: z.optional(instantInput()),
      duration_min: z.optional(wholeNumber(SHORTEST, LONGEST)),
      attorney_id: z.optional(uuid()),
      time_zone: z.optional(timeZone()),
      ignore_booking_rules: z._default(z.boolean(), false),
      hold_id: z.optional(uuid()),
      status: z.optional(z.literal("canceled", "must be canceled: no other status can be set")),
    })
    .check(
      z.refine((body) => !(hasAny(["status"], body) && hasAny(SLOT_FIELDS, body)), {
        path: ["status"],
        error: `cannot be combined with ${SLOT_FIELDS.join(", ")}: a request reschedules or cancels`,
        ...EVEN_IF_INVALID,
      }),
      z.refine((body) => hasAny([...SLOT_FIELDS, "status"], body), {
        error: `must change something: ${SLOT_FIELDS.join(", ")} or status`,
        params: ifThen(having(["status"]), { not: havingAny(SLOT_FIELDS) }, havingAny(SLOT_FIELDS)),
      }),
    ),
);

export type NewConsultation = z.output<ReturnType<typeof newConsultation>>;
export type ConsultationChanges = z.output<ReturnType<typeof consultationChanges>>;

export const consultationResponse = { status: 200, schema: consultation } as const;

export const bookConsultationEndpoint = defineEndpoint({
  name: "book-consultation",
  method: "POST",
  path: "/api/consultations",
  summary: "Book a consultation for a lead with an attorney",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  acceptsIdempotencyKey: true,
  body: newConsultation,
  errors: ["lead_merged", ...SLOT_ERRORS],
  response: { status: 201, schema: consultation },
});

export const listConsultationsEndpoint = defineEndpoint({
  name: "list-consultations",
  method: "GET",
  path: "/api/consultations",
  summary: "List consultations, newest first",
  scope: "consultations:read",
  tableActions: ["QueryIndex"],
  query: lazy(() =>
    z.object({
      ...pageQuery(),
      attorney: z.optional(z.string()),
      lead: z.optional(z.string()),
      status: z.optional(z.string()),
      archived: z.optional(z.string()),
      from: z.optional(instantInput()),
      to: z.optional(instantInput()),
    }),
  ),
  response: { status: 200, schema: lazy(() => page(consultation())) },
});

export const getConsultationEndpoint = defineEndpoint({
  name: "get-consultation",
  method: "GET",
  path: "/api/consultations/{id}",
  summary: "Get a consultation",
  scope: "consultations:read",
  tableActions: ["GetItem"],
  response: consultationResponse,
});

export const updateConsultationEndpoint = defineEndpoint({
  name: "update-consultation",
  method: "PATCH",
  path: "/api/consultations/{id}",
  summary: "Reschedule or cancel a consultation",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  body: consultationChanges,
  errors: SLOT_ERRORS,
  response: consultationResponse,
});
