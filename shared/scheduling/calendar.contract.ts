import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { wholeNumberText } from "../api/schema/fields.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { instant, rangeChecks, rangeQuery } from "../api/schema/time.ts";
import { consultation } from "../consultations/consultation.contract.ts";
import { holiday } from "../firm/firm.contract.ts";
import { timeOff } from "../members/member.contract.ts";
import { hold } from "./hold.contract.ts";

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

/** What of an attorney's time overlaps a range. */
const calendar = lazy(() =>
  z.object({
    data: z.object({
      consultations: z.array(consultation()),
      holds: z.array(hold()),
      time_off: z.array(timeOff()),
      holidays: z.array(holiday()),
    }),
    time_zone: z.string(),
  }),
);

export const getCalendarEndpoint = defineEndpoint({
  name: "get-calendar",
  method: "GET",
  path: "/api/attorneys/{id}/calendar",
  summary: "Show an attorney's consultations, holds, time off and holidays in a range of time",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem", "Query", "QueryIndex"],
  query: lazy(() => z.object(rangeQuery()).check(...rangeChecks(LIMITS.rangeDays))),
  response: { status: 200, schema: calendar },
});
