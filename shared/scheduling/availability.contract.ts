import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { wholeNumberText } from "../schema/fields.ts";
import { idList } from "../schema/id-list.ts";
import { LIMITS } from "../schema/limits.ts";
import { instant, rangeChecks, rangeQuery } from "../schema/time.ts";
import { EVEN_IF_INVALID, lazy } from "../schema/zod.ts";

const { durationMinutesMinimum: SHORTEST, durationMinutesMaximum: LONGEST } = LIMITS;

const availabilityQuery = lazy(() =>
  z
    .object({
      ...rangeQuery(),
      duration_min: wholeNumberText(SHORTEST, LONGEST),
      step_min: z._default(wholeNumberText(SHORTEST, LONGEST), LIMITS.stepMinutesDefault),
    })
    .check(...rangeChecks(LIMITS.rangeDays)),
);

const poolAvailabilityQuery = lazy(() =>
  z
    .object({
      ...rangeQuery(),
      type: z.optional(z.string()),
      duration_min: z.optional(wholeNumberText(SHORTEST, LONGEST)),
      attorneys: z.optional(idList(LIMITS.poolAttorneys, "attorneys")),
      step_min: z._default(wholeNumberText(SHORTEST, LONGEST), LIMITS.stepMinutesDefault),
    })
    .check(
      ...rangeChecks(LIMITS.rangeDays),
      z.refine(({ type, duration_min }) => type !== undefined || duration_min !== undefined, {
        path: ["duration_min"],
        error: "is required without a type",
        params: { anyOf: [{ required: ["type"] }, { required: ["duration_min"] }] },
        ...EVEN_IF_INVALID,
      }),
    ),
);

export const findAvailabilityEndpoint = defineEndpoint({
  name: "find-availability",
  method: "GET",
  path: "/api/availability",
  summary: "List the free start times of any attorney of a pool",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem", "Query"],
  query: poolAvailabilityQuery,
  response: {
    status: 200,
    schema: lazy(() =>
      z.object({
        data: z.array(z.object({ start_at: instant(), attorney_ids: z.array(z.uuid()) })),
        time_zone: z.string(),
      }),
    ),
  },
});

export const findAvailabilityDescription: DescriptionOf<typeof findAvailabilityEndpoint> = {
  query: { type: "initial" },
  response: () => ({
    data: [
      { start_at: "2026-11-09T14:00:00.000Z", attorney_ids: ["{attorney}"] },
      { start_at: "2026-11-09T14:15:00.000Z", attorney_ids: ["{attorney}"] },
    ],
    time_zone: "America/New_York",
  }),
  prose: `
Lists the starts at which any attorney of a pool is free. The pool is the \`attorneys\` that the request names, otherwise
the pool of the \`type\`. Without both, it is every attorney who can be booked, at most the first 20 by creation.

Each start names the attorneys with whom a booking of that duration would be accepted now. With the key of a type, a
booking may omit the attorney. The rules and \`step_min\` are those of [one attorney's
availability](#tag/attorneys/GET/api/attorneys/{id}/availability). A range with more starts than one response can carry
is 422 naming \`to\`.`,
};

export const getAvailabilityEndpoint = defineEndpoint({
  name: "get-availability",
  method: "GET",
  path: "/api/attorneys/{id}/availability",
  summary: "List an attorney's free start times",
  scope: "consultations:read",
  tableActions: ["BatchGetItem", "Query"],
  query: availabilityQuery,
  response: {
    status: 200,
    schema: lazy(() => z.object({ data: z.array(instant()), time_zone: z.string() })),
  },
});

export const getAvailabilityDescription: DescriptionOf<typeof getAvailabilityEndpoint> = {
  response: () => ({
    data: ["2026-11-09T14:00:00.000Z", "2026-11-09T14:15:00.000Z", "2026-11-09T14:30:00.000Z"],
    time_zone: "America/New_York",
  }),
  prose: `
Lists the starts in a range of at most 31 days at which a consultation of \`duration_min\` minutes would be accepted now.
[\`findAvailability\`](#tag/attorneys/GET/api/availability) lists those of any attorney, such as of a consultation type.
The list uses the same check as a booking: office hours, time off, holidays, booking rules, consultations and holds.

\`step_min\` is the distance between starts, 15 minutes by default. It is counted on the attorney's clock from the start
of each window of office hours. The beginning of each free interval is a start too, so that no gap is lost between two
steps: the end of closed hours, time off, busy time, or of a consultation or hold with its buffer, rounded up to the whole
minute. Two overlapping ranges list the same starts where they overlap. Past starts are left out.

A start may be taken after it was listed, so expect \`slot_unavailable\`, or hold the slot first. A member who cannot be
booked is 422.`,
};
