import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { calendarFileExample, calendarFileResponse } from "../consultations/calendar-file.contract.ts";
import { hasAny } from "../consultations/consultation.contract.ts";
import { wholeNumberText } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { instant, instantInput, rangeChecks, rangeQuery } from "../schema/time.ts";
import { EVEN_IF_INVALID, lazy, oneRequired } from "../schema/zod.ts";
import { SLOT_ERRORS } from "../time/slot.contract.ts";
import { clientConsultation, linkState } from "./link-state.contract.ts";

// The input and output of a client with a link and no account: nothing else of the firm.

export const getLinkEndpoint = defineEndpoint({
  name: "get-link",
  method: "GET",
  path: "/api/link",
  summary: "Get the consultation of a client's link, and what the link allows now",
  scope: null,
  keyKind: "link",
  tableActions: ["GetItem", "Query"],
  response: { status: 200, schema: linkState },
});

export const getLinkDescription: DescriptionOf<typeof getLinkEndpoint> = {
  prose: `
Shows a client what the link is for and what it allows now: the firm, the type of consultation, the attorney, the
location, the price and, once it is booked, its time. It shows nothing else of the firm.

Send the link's own key, \`itl_…\`, as a Bearer key. API keys are not accepted here, and the link's key is accepted
nowhere else. An unknown, expired or revoked key is 401 \`invalid_key\`.`,
};

export const getLinkAvailabilityEndpoint = defineEndpoint({
  name: "get-link-availability",
  method: "GET",
  path: "/api/link/availability",
  summary: "List the start times at which a client's link can book or move its consultation",
  scope: null,
  keyKind: "link",
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

export const getLinkAvailabilityDescription: DescriptionOf<typeof getLinkAvailabilityEndpoint> = {
  response: () => ({
    data: [{ start_at: "2026-11-09T14:00:00.000Z" }, { start_at: "2026-11-09T14:15:00.000Z" }],
    time_zone: "America/New_York",
  }),
  prose: `
Lists the starts in a range of at most 31 days at which the link can book or move its consultation now. The
consultation's own slot does not block a move. The list is empty while the link may neither book nor move. Call this
when a day is shown, because others may book in the meantime.`,
};

export const bookByLinkEndpoint = defineEndpoint({
  name: "book-by-link",
  method: "POST",
  path: "/api/link/consultation",
  summary: "Book the consultation of a client's link",
  scope: null,
  keyKind: "link",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["UpdateItem"],
  body: lazy(() => z.object({ start_at: instantInput() })),
  errors: ["self_service_not_allowed", ...SLOT_ERRORS],
  response: { status: 201, schema: clientConsultation },
});

export const bookByLinkDescription: DescriptionOf<typeof bookByLinkEndpoint> = {
  // The same start again is the same consultation.
  lostAnswer: { way: "repeated" },
  body: { start_at: "2026-11-09T10:00:00-05:00" },
  prose: `
Books the consultation of the link. The rules are those of every booking, with the same errors and \`next_available\`. A
link books once, even if several requests use it at the same time.

After the booking, the same start again returns 201 with the same consultation and \`Idempotent-Replayed: true\`; another
start is 422 \`self_service_not_allowed\`. The same error is returned for a start that has passed, and while the firm has
not enabled \`self_service\`. If \`details\` name \`not_ready\`, the firm makes the appointment by telephone: it says no more
about that. The same holds for a move.

Emits \`consultation.booked\` with the link as its actor.`,
};

const CHANGE_FIELDS = ["start_at", "status"] as const;

export const updateByLinkEndpoint = defineEndpoint({
  name: "update-by-link",
  method: "PATCH",
  path: "/api/link/consultation",
  summary: "Move or cancel the consultation of a client's link",
  scope: null,
  keyKind: "link",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["UpdateItem"],
  acceptsIfMatch: "etag",
  body: lazy(() =>
    z
      .object({
        start_at: z.optional(instantInput()),
        status: z.optional(z.literal("canceled", "must be canceled: no other status can be set")),
      })
      .check(
        z.refine((body) => !CHANGE_FIELDS.every((field) => hasAny([field], body)), {
          path: ["status"],
          error: "cannot be combined with start_at: a request either moves or cancels",
          ...EVEN_IF_INVALID,
        }),
        z.refine((body) => hasAny(CHANGE_FIELDS, body), {
          error: "must have start_at or status",
          params: oneRequired(CHANGE_FIELDS),
        }),
      ),
  ),
  errors: ["not_found", "self_service_not_allowed", ...SLOT_ERRORS],
  response: { status: 200, schema: clientConsultation },
});

export const updateByLinkDescription: DescriptionOf<typeof updateByLinkEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getLink", by: "changeByLink" },
  body: { start_at: "2026-11-10T10:00:00-05:00" },
  prose: `
Moves the link's consultation to another start, or cancels it with \`"status": "canceled"\`. A move keeps the attorney and
the duration, and has the same errors as a booking.

The firm's \`self_service\` limits how late and how often a client may do this. Beyond these limits the response is 422
\`self_service_not_allowed\`, whose \`details\` name the rule. The same start again changes nothing and does not count as a
move. If the consultation is final, or the link has none, the response is 404 \`not_found\`.

Send the \`etag\` of \`GET /api/link\` as \`If-Match\`. Then the response is 409 \`version_conflict\` if anybody else has
changed start, duration, attorney or status since, so nobody moves or cancels an appointment that they have not seen.
Without the header, the request is judged by the consultation as it is now. A start at which the consultation already is
succeeds in either case.

Emits \`consultation.rescheduled\` or \`consultation.canceled\` with the link as its actor.`,
};

export const getLinkCalendarFileEndpoint = defineEndpoint({
  name: "get-link-calendar-file",
  method: "GET",
  path: "/api/link/calendar.ics",
  summary: "Get the consultation of a client's link as a calendar file",
  scope: null,
  keyKind: "link",
  tableActions: ["GetItem"],
  errors: ["not_found"],
  response: calendarFileResponse,
});

export const getLinkCalendarFileDescription: DescriptionOf<typeof getLinkCalendarFileEndpoint> = {
  response: () =>
    calendarFileExample(
      "Ruth Bader",
      "URL:https://intake.example.com/book#itl_9Kd3vXb7Lr",
      "DESCRIPTION:https://intake.example.com/book#itl_9Kd3vXb7Lr",
    ),
  prose: `
Returns the link's consultation as an iCalendar file (RFC 5545) for the client's calendar. The event has a title (the
type, the attorney's name and the firm), the start and end in UTC, the location, and the address of the link as \`URL\`
and \`DESCRIPTION\`, by which the client moves or cancels it. It has no price and no contact.
After a change, the file has the same \`UID\` and a higher \`SEQUENCE\`, so an import updates the event. A canceled
consultation is \`STATUS:CANCELLED\`.

If the link has no consultation, the response is 404 \`not_found\`. Errors are JSON, as everywhere.`,
};
