import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { uuid } from "../schema/fields.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instantInput } from "../schema/time.ts";
import { EVEN_IF_INVALID, having, havingAny, ifThen, lazy } from "../schema/zod.ts";
import { SLOT_ERRORS } from "../time/slot.contract.ts";
import { consultationFields } from "./consultation-fields.contract.ts";

/** A consultation as the API and its events show it. */
export const consultation = consultationFields.shown;

const newConsultation = lazy(() =>
  z.object({
    ...consultationFields.created(),
    ignore_booking_rules: z._default(z.boolean(), false),
    hold_id: z.optional(uuid()),
  }),
);

const CHANGE_FIELDS = ["start_at", "duration_min", "attorney_id", "time_zone", "location"] as const;

/** Returns whether a body has one of the fields, whatever its value. */
export const hasAny = (fields: readonly string[], value: unknown) =>
  typeof value === "object" && value !== null && fields.some((field) => Object.hasOwn(value, field));

const consultationChanges = lazy(() => {
  const { start_at, duration_min, ...others } = consultationFields.changed();
  return z
    .object({
      start_at,
      duration_min,
      ...others,
      ignore_booking_rules: z._default(z.boolean(), false),
      hold_id: z.optional(uuid()),
      status: z.optional(z.literal("canceled", "must be canceled: no other status can be set")),
    })
    .check(
      z.refine((body) => !(hasAny(["status"], body) && hasAny(CHANGE_FIELDS, body)), {
        path: ["status"],
        error: `cannot be combined with ${CHANGE_FIELDS.join(", ")}: a request changes or cancels`,
        ...EVEN_IF_INVALID,
      }),
      z.refine((body) => hasAny([...CHANGE_FIELDS, "status"], body), {
        error: `must change something: ${CHANGE_FIELDS.join(", ")} or status`,
        params: ifThen(having(["status"]), { not: havingAny(CHANGE_FIELDS) }, havingAny(CHANGE_FIELDS)),
      }),
    );
});

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

export const bookConsultationDescription: DescriptionOf<typeof bookConsultationEndpoint> = {
  lostAnswer: { way: "repeatedWithKey" },
  body: {
    lead_id: "{lead}",
    type: "Initial consultation",
    amount: 150,
    attorney_id: "{attorney}",
    start_at: "2026-11-09T10:00:00-05:00",
    duration_min: 60,
  },
  prose: `
Books a slot of an attorney for a lead. The slot must be within the attorney's office hours (\`outside_office_hours\`), outside time off and
holidays (\`attorney_unavailable\`), allowed by the booking rules (\`booking_not_allowed\`) and free (\`slot_unavailable\`), judged in this
order. Each of these errors carries \`next_available\`: up to three later starts at which the same booking would be accepted now, so a
program can offer them at once. Two requests for one slot never both succeed.

When \`type\` is the key of one of the firm's \`consultation_types\`, it gives the duration, the amount and the location that the body leaves
out; the firm's \`location\` is that of every other booking. A \`location\` of null or blank means none. The amount is in the currency that the
firm has now, and keeps it. The body may leave out \`attorney_id\` too: then [any attorney](#description/offer-times-of-any-attorney) in the type's pool takes it, the one with
the fewest consultations on that day, and it succeeds as long as one of them is free.

With \`hold_id\` the booking takes over a slot that was [held](#tag/holds/POST/api/holds) before; attorney, start and duration must be the
hold's, and an attorney that is left out is the hold's. A hold that has expired counts for nothing: the booking then succeeds if the slot is free. \`ignore_booking_rules\` leaves out the
booking rules, for what staff enters afterwards, but never office hours, time off or overlaps.

Emits \`consultation.booked\`. Send an \`Idempotency-Key\`: a repeat answers 201 with the same consultation, also when the slot would no
longer be accepted. A lead or an attorney that is not the firm's, or an attorney who cannot be booked, is 422.`,
};

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

export const listConsultationsDescription: DescriptionOf<typeof listConsultationsEndpoint> = {
  query: { status: "scheduled" },
  prose: `
Lists the firm's consultations by creation, newest first, a page at a time: those that are not archived, or archived ones with
\`archived=true\`. Filter by attorney, lead and status, or by a range of \`start_at\` with \`from\` and \`to\`. For one attorney's days in the
order of time, use the [calendar](#tag/attorneys/GET/api/attorneys/{id}/calendar).`,
};

export const getConsultationEndpoint = defineEndpoint({
  name: "get-consultation",
  method: "GET",
  path: "/api/consultations/{id}",
  summary: "Get a consultation",
  scope: "consultations:read",
  tableActions: ["GetItem"],
  response: consultationResponse,
});

export const getConsultationDescription: DescriptionOf<typeof getConsultationEndpoint> = {
  prose: `
Returns one consultation, whatever its status, archived or not. After a cancellation whose answer was lost, this shows whether it took place.`,
};

export const updateConsultationEndpoint = defineEndpoint({
  name: "update-consultation",
  method: "PATCH",
  path: "/api/consultations/{id}",
  summary: "Reschedule or cancel a consultation, or change its location",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  body: consultationChanges,
  errors: SLOT_ERRORS,
  response: consultationResponse,
});

export const updateConsultationDescription: DescriptionOf<typeof updateConsultationEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getConsultation", by: "cancelOrReschedule" },
  body: { start_at: "2026-11-10T10:00:00-05:00" },
  prose: `
Changes or cancels; one request does one of the two. Any of \`start_at\`, \`duration_min\`, \`attorney_id\` and \`time_zone\` reschedules:
the new slot is judged as in a booking, with the same four errors and \`next_available\`, the old one becomes free in the same write, and
the status is \`rescheduled\`. What is left out stays. If nothing differs from the stored values, the consultation is returned as it is.
\`hold_id\` takes over a held slot, and \`ignore_booking_rules\` leaves out the booking rules.

\`location\` alone changes where the consultation takes place: status and slot stay, nothing is judged, and \`consultation.updated\` is emitted.
With a new slot it changes in the same write and the same event; null or blank removes it.

\`"status": "canceled"\` cancels, and the slot is free again. Emits \`consultation.rescheduled\` or \`consultation.canceled\`.

A canceled, completed or missed consultation is final: any PATCH of it is 404 \`not_found\`, also a second cancellation.`,
};
