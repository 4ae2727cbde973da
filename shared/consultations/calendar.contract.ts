import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { timeOff } from "../members/member.contract.ts";
import { hold } from "../scheduling/hold.contract.ts";
import { LIMITS } from "../schema/limits.ts";
import { rangeChecks, rangeQuery } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { holidayFields } from "../settings/firm-fields.contract.ts";
import { consultation } from "./consultation.contract.ts";

/** The parts of an attorney's time that overlap a range. */
const calendar = lazy(() =>
  z.object({
    data: z.object({
      consultations: z.array(consultation()),
      holds: z.array(hold()),
      time_off: z.array(timeOff()),
      holidays: z.array(holidayFields.shown()),
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
