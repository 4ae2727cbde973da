import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { wholeNumberText } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { instant, rangeChecks, rangeQuery } from "../schema/time.ts";
import { EVEN_IF_INVALID, lazy, noLongerThan } from "../schema/zod.ts";

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

const ID = "[0-9A-Fa-f-]{36}";
const NOT_IDS = `must be at most ${LIMITS.poolAttorneys} ids of attorneys, separated by commas`;

/** Ids of attorneys in a query, separated by commas. */
const attorneyIds = () =>
  z
    .string()
    .check(
      noLongerThan(LIMITS.attorneyIdsCharacters, NOT_IDS),
      z.regex(new RegExp(`^${ID}( *, *${ID}){0,${LIMITS.poolAttorneys - 1}}$`), NOT_IDS),
    );

const poolAvailabilityQuery = lazy(() =>
  z
    .object({
      ...rangeQuery(),
      type: z.optional(z.string()),
      duration_min: z.optional(wholeNumberText(SHORTEST, LONGEST)),
      attorneys: z.optional(attorneyIds()),
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
