import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { lazy } from "../schema/zod.ts";

/** A consultation as a file for calendars. */
export const calendarFileResponse = {
  status: 200,
  schema: lazy(() => z.string()),
  file: { mediaType: "text/calendar", name: "consultation.ics" },
} as const;

export const getCalendarFileEndpoint = defineEndpoint({
  name: "get-calendar-file",
  method: "GET",
  path: "/api/consultations/{id}/calendar.ics",
  summary: "Get a consultation as a calendar file",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem"],
  response: calendarFileResponse,
});
