import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { wholeNumberText } from "../api/schema/fields.ts";
import { instant, rangeChecks, rangeQuery } from "../api/schema/instants.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";

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
