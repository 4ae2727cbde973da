import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { lazy } from "../schema/zod.ts";

/** A consultation as a file for calendars. */
export const calendarFileResponse = {
  status: 200,
  schema: lazy(() => z.string()),
  file: { mediaType: "text/calendar", name: "consultation.ics" },
} as const;

/** Returns an example of the file, with the name of the person whom its reader meets, and more properties. */
export const calendarFileExample = (person: string, ...properties: readonly string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Intake//Consultations//EN",
    "BEGIN:VEVENT",
    "UID:{consultation}@intake",
    "DTSTAMP:20261102T150000Z",
    "SEQUENCE:1",
    "STATUS:CONFIRMED",
    "DTSTART:20261109T150000Z",
    "DTEND:20261109T160000Z",
    `SUMMARY:Initial consultation\\, ${person}\\, Doe & Partners`,
    "LOCATION:1 Main Street\\, New York\\, room 5",
    ...properties,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

export const getCalendarFileEndpoint = defineEndpoint({
  name: "get-calendar-file",
  method: "GET",
  path: "/api/consultations/{id}/calendar.ics",
  summary: "Get a consultation as a calendar file",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem"],
  response: calendarFileResponse,
});

export const getCalendarFileDescription: DescriptionOf<typeof getCalendarFileEndpoint> = {
  response: () => calendarFileExample("Dana Doe"),
  prose: `
Returns the consultation as an iCalendar file (RFC 5545) with one event. The event has a title (the type, the lead's
name and the firm), the location, and the start and end in UTC. Its \`UID\` is the consultation's id and \`@intake\`. Its \`SEQUENCE\` grows
with each change, so a file that is imported later updates the event in the calendar. A canceled consultation is
\`STATUS:CANCELLED\`.

Errors are JSON, as everywhere.`,
};
