import * as z from "zod/mini";
import { consultation } from "./consultations.ts";
import { defineEndpoint } from "./endpoint-definition.ts";
import { holiday } from "./firm.ts";
import { hold } from "./holds.ts";
import { timeOff } from "./members.ts";
import { rangeChecks, rangeQuery } from "./schema/instants.ts";
import { lazy } from "./schema/lazy.ts";
import { LIMITS } from "./schema/limits.ts";

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

export const getCalendar = defineEndpoint({
  name: "get-calendar",
  method: "GET",
  path: "/api/attorneys/{id}/calendar",
  summary: "Show an attorney's consultations, holds, time off and holidays in a range of time",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem", "Query", "QueryIndex"],
  query: lazy(() => z.object(rangeQuery()).check(...rangeChecks(LIMITS.rangeDays))),
  response: { status: 200, schema: calendar },
});
