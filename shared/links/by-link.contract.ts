import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { calendarFileResponse } from "../consultations/calendar-file.contract.ts";
import { CONSULTATION_STATUS_NAMES, hasAny } from "../consultations/consultation.contract.ts";
import { wholeNumberText } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { instant, instantInput, rangeChecks, rangeQuery } from "../schema/time.ts";
import { EVEN_IF_INVALID, lazy, oneRequired } from "../schema/zod.ts";
import { SLOT_ERRORS } from "../time/slot.contract.ts";

// What a client sees and sends, who has a link and no account: nothing else of the firm.

/** The firm or a person of it, with the zone in which their clocks run. */
const named = () => z.object({ name: z.string(), time_zone: z.string() });

export const clientConsultation = lazy(() =>
  z.object({
    id: z.uuid(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    type: z.string(),
    start_at: instant(),
    duration_min: z.int(),
    attorney: named(),
    time_zone: z.string(),
  }),
);

export type ClientConsultation = z.output<ReturnType<typeof clientConsultation>>;

export const linkState = lazy(() =>
  z.object({
    id: z.uuid(),
    first_name: z.string(),
    firm: named(),
    contact_phone: z.nullable(z.string()),
    /** Null for any of a pool. */
    attorney: z.nullable(named()),
    /** Null when the firm no longer offers it. */
    type: z.nullable(z.string()),
    duration_min: z.nullable(z.int()),
    time_zone: z.string(),
    expires_at: instant(),
    consultation: z.nullable(clientConsultation()),
    allowed: z.object({ book: z.boolean(), reschedule: z.boolean(), cancel: z.boolean() }),
    reschedule_until: z.nullable(instant()),
    cancel_until: z.nullable(instant()),
    reschedules_left: z.nullable(z.int()),
  }),
);

export type LinkState = z.output<ReturnType<typeof linkState>>;

export const getLinkEndpoint = defineEndpoint({
  name: "get-link",
  method: "GET",
  path: "/api/link",
  summary: "Get what a client's link is for, and what it allows now",
  scope: null,
  isForLinks: true,
  tableActions: ["GetItem"],
  response: { status: 200, schema: linkState },
});

export const getLinkAvailabilityEndpoint = defineEndpoint({
  name: "get-link-availability",
  method: "GET",
  path: "/api/link/availability",
  summary: "List the start times at which a client's link can book or move its consultation",
  scope: null,
  isForLinks: true,
  tableActions: ["GetItem", "BatchGetItem", "Query"],
  query: lazy(() =>
    z
      .object({
        ...rangeQuery(),
        step_min: z._default(
          wholeNumberText(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum),
          LIMITS.stepMinutesDefault,
        ),
      })
      .check(...rangeChecks(LIMITS.rangeDays)),
  ),
  response: {
    status: 200,
    schema: lazy(() => z.object({ data: z.array(z.object({ start_at: instant() })), time_zone: z.string() })),
  },
});

export const bookByLinkEndpoint = defineEndpoint({
  name: "book-by-link",
  method: "POST",
  path: "/api/link/consultation",
  summary: "Book the consultation of a client's link",
  scope: null,
  isForLinks: true,
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["UpdateItem"],
  body: lazy(() => z.object({ start_at: instantInput() })),
  errors: ["self_service_not_allowed", ...SLOT_ERRORS],
  response: { status: 201, schema: clientConsultation },
});

export const getLinkCalendarFileEndpoint = defineEndpoint({
  name: "get-link-calendar-file",
  method: "GET",
  path: "/api/link/calendar.ics",
  summary: "Get the consultation of a client's link as a calendar file",
  scope: null,
  isForLinks: true,
  tableActions: ["GetItem"],
  errors: ["not_found"],
  response: calendarFileResponse,
});

const CHANGE_FIELDS = ["start_at", "status"] as const;

export const updateByLinkEndpoint = defineEndpoint({
  name: "update-by-link",
  method: "PATCH",
  path: "/api/link/consultation",
  summary: "Move or cancel the consultation of a client's link",
  scope: null,
  isForLinks: true,
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["UpdateItem"],
  body: lazy(() =>
    z
      .object({
        start_at: z.optional(instantInput()),
        status: z.optional(z.literal("canceled", "must be canceled: no other status can be set")),
      })
      .check(
        z.refine((body) => !CHANGE_FIELDS.every((field) => hasAny([field], body)), {
          path: ["status"],
          error: "cannot be combined with start_at: a request moves or cancels",
          ...EVEN_IF_INVALID,
        }),
        z.refine((body) => hasAny(CHANGE_FIELDS, body), {
          error: "must change something: start_at or status",
          params: oneRequired(CHANGE_FIELDS),
        }),
      ),
  ),
  errors: ["not_found", "self_service_not_allowed", ...SLOT_ERRORS],
  response: { status: 200, schema: clientConsultation },
});
