import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { timeOff } from "../members/time-off.contract.ts";
import { busyTime } from "../scheduling/busy-time.contract.ts";
import { hold } from "../scheduling/hold.contract.ts";
import { LIMITS } from "../schema/limits.ts";
import { rangeChecks, rangeQuery } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { holidayFields } from "../settings/holiday.contract.ts";
import { consultation } from "./consultation.contract.ts";

/** The parts of an attorney's time that overlap a range. */
const calendar = lazy(() =>
  z.object({
    data: z.object({
      consultations: z.array(consultation()),
      holds: z.array(hold()),
      time_off: z.array(timeOff()),
      holidays: z.array(holidayFields.shown()),
      busy: z.array(busyTime()),
    }),
    time_zone: z.string(),
  }),
);

export const getCalendarEndpoint = defineEndpoint({
  name: "get-calendar",
  method: "GET",
  path: "/api/attorneys/{id}/calendar",
  summary: "List an attorney's consultations, holds, time off, holidays and busy times in a range of time",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem", "Query", "QueryIndex"],
  query: lazy(() => z.object(rangeQuery()).check(...rangeChecks(LIMITS.rangeDays))),
  response: { status: 200, schema: calendar },
});

export const getCalendarDescription: DescriptionOf<typeof getCalendarEndpoint> = {
  response: ({ Consultation, Hold }) => ({
    data: {
      consultations: [Consultation],
      holds: [Hold],
      time_off: [{ start_date: "2026-11-11", end_date: "2026-11-11", reason: "Court" }],
      holidays: [{ start_date: "2026-11-26", end_date: "2026-11-27", name: "Thanksgiving" }],
      busy: [{ calendar: "court", start_at: "2026-11-09T15:00:00.000Z", end_at: "2026-11-09T17:30:00.000Z" }],
    },
    time_zone: "America/New_York",
  }),
  prose: `
Shows what takes an attorney's time in a range of at most 31 days:

- consultations that are open or completed, archived ones too, ordered by start
- live holds, ordered by start
- time off, as it is stored
- the firm's holidays
- the busy times of the attorney's calendars, cut to the range

It works for every member, because a member who can no longer be booked may still have consultations. A range with more
entries than one response can carry is 422 naming \`to\`: ask for a shorter range.`,
};
