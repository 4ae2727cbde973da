import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { filterBy, uuid } from "../schema/fields.ts";
import { page, pageQuery } from "../schema/page.ts";
import { instantInput } from "../schema/time.ts";
import { EVEN_IF_INVALID, having, havingAny, ifThen, lazy } from "../schema/zod.ts";
import { SLOT_ERRORS } from "../time/slot.contract.ts";
import { CONSULTATION_STATUS_NAMES, consultationFields } from "./consultation-fields.contract.ts";

/** A consultation as the API and its events show it. */
export const consultation = consultationFields.shown;

const newConsultation = lazy(() =>
  z.object({
    ...consultationFields.created(),
    ignore_booking_rules: z._default(z.boolean(), false),
    ignore_busy: z._default(z.boolean(), false),
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
      ignore_busy: z._default(z.boolean(), false),
      hold_id: z.optional(uuid()),
      status: z.optional(z.literal("canceled", "must be canceled: no other status can be set")),
    })
    .check(
      z.refine((body) => !(hasAny(["status"], body) && hasAny(CHANGE_FIELDS, body)), {
        path: ["status"],
        error: `cannot be combined with ${CHANGE_FIELDS.join(", ")}: a request either changes or cancels`,
        ...EVEN_IF_INVALID,
      }),
      z.refine((body) => hasAny([...CHANGE_FIELDS, "status"], body), {
        error: `must have one of ${CHANGE_FIELDS.join(", ")} or status`,
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
  errors: ["lead_merged", "conflict_not_cleared", ...SLOT_ERRORS],
  response: { status: 201, schema: consultation },
});

export const bookConsultationDescription: DescriptionOf<typeof bookConsultationEndpoint> = {
  lostAnswer: { way: "repeatedWithKey" },
  body: {
    lead_id: "{lead}",
    type: "initial",
    attorney_id: "{attorney}",
    start_at: "2026-11-09T10:00:00-05:00",
  },
  prose: `
Books a slot of an attorney for a lead. The slot is checked in this order:

1. It is within the attorney's office hours; otherwise \`outside_office_hours\`.
2. It overlaps no time off, holiday or busy time of a calendar; otherwise \`attorney_unavailable\`.
3. The booking rules allow it; otherwise \`booking_not_allowed\`.
4. It is free; otherwise \`slot_unavailable\`.

Each of these errors carries \`next_available\`: up to three later starts at which the same booking would be accepted now.
A program can offer them at once. Of two requests for the same slot, at most one succeeds. With the firm's
[\`conflict_gate\`](#description/conflicts-of-interest), a lead who is not cleared is 409 \`conflict_not_cleared\` before all
of this, whatever the body ignores.

\`type\` may be the key of one of the firm's \`consultation_types\`. The type then gives the duration, the amount and the
location that the body omits. If there is no such type, or it has no location, the firm's \`location\` applies. A
\`location\` of null or blank means that there is none. The amount is in the firm's current currency, and keeps that
currency. The body may also omit \`attorney_id\`: then [any attorney](#description/offer-times-of-any-attorney) in the
type's pool takes the consultation. The booking chooses the attorney with the fewest consultations on that day, and
succeeds as long as one attorney is free.

With \`hold_id\`, the booking takes over a slot that was [held](#tag/holds/POST/api/holds). The start, the duration and
the attorney must be those of the hold; if the body omits \`attorney_id\`, the hold's attorney takes it. An expired hold
has no effect: the booking succeeds if the slot is free. \`ignore_booking_rules\` skips the booking rules, so that staff
can enter a consultation afterwards. It never skips office hours, time off or overlaps. \`ignore_busy\` skips the
busy times of the attorney's calendars.

Emits \`consultation.booked\`. Send an \`Idempotency-Key\`: a repeat returns 201 with the same consultation, even when the
slot would no longer be accepted. A lead or an attorney of another firm is 422, and so is an attorney who cannot be
booked.`,
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
      status: filterBy(CONSULTATION_STATUS_NAMES),
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
Lists the firm's consultations a page at a time, newest created first. The list has the consultations that are not
archived or, with \`archived=true\`, the archived ones. You can filter by attorney, lead and status, and by a range of
\`start_at\` with \`from\` and \`to\`. To get the days of one attorney in order of time, use the
[calendar](#tag/attorneys/GET/api/attorneys/{id}/calendar).`,
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
Returns one consultation in any status, archived or not. If the response to a cancellation was lost, read the
consultation to learn whether it is canceled.`,
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
Reschedules or cancels a consultation, or changes its location. A request cannot cancel and change at the same time.

**Reschedule**: send any of \`start_at\`, \`duration_min\`, \`attorney_id\` and \`time_zone\`. Fields that you omit stay as they
are. The new slot is checked as in a booking, with the same four errors and \`next_available\`. The old slot becomes free
in the same write, and the status becomes \`rescheduled\`. If nothing differs from the stored values, the consultation is
returned as it is. \`hold_id\` takes over a held slot, \`ignore_booking_rules\` skips the booking rules, and
\`ignore_busy\` the busy times of calendars. Emits
\`consultation.rescheduled\`.

**Change the location**: send \`location\`; null or blank removes it. \`location\` alone keeps the status and the slot,
checks nothing else, and emits \`consultation.updated\`. Together with a new slot, it changes in the same write and the
same event.

**Cancel**: send \`"status": "canceled"\`. The slot becomes free. Emits \`consultation.canceled\`.

A consultation that is canceled, completed or a no-show is final. Any PATCH of it is 404 \`not_found\`, also a second
cancellation.`,
};
