import { millisecondsInDay } from "date-fns/constants";
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint-definition.ts";
import { instant, instantInput, wholeNumberText } from "./schema/fields.ts";
import { lazy } from "./schema/lazy.ts";
import { LIMITS } from "./schema/limits.ts";

const { durationMinutesMinimum: SHORTEST, durationMinutesMaximum: LONGEST } = LIMITS;

const rangeMs = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);

const availabilityQuery = lazy(() =>
  z
    .object({
      from: instantInput(),
      to: instantInput(),
      duration_min: wholeNumberText(SHORTEST, LONGEST),
      step_min: z._default(wholeNumberText(SHORTEST, LONGEST), LIMITS.stepMinutesDefault),
    })
    .check(
      z.refine((query) => rangeMs(query) > 0, { path: ["to"], error: "must be after from" }),
      z.refine((query) => rangeMs(query) <= LIMITS.availabilityDays * millisecondsInDay, {
        path: ["to"],
        error: `must be at most ${LIMITS.availabilityDays} days after from`,
      }),
    ),
);

export const getAvailability = defineEndpoint({
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
