import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** A calendar link as the firm sees it, without its address. */
export const calendarLink = lazy(() => z.object({ id: z.uuid(), names: z.boolean(), created_at: instant() }));

/** Includes the address, which only the response to its creation contains. */
const createdCalendarLink = lazy(() => z.extend(calendarLink(), { url: z.string() }));

const newCalendarLink = lazy(() => settingsObject({ names: z._default(z.boolean(), false) }));

const CALENDAR_LINKS = "/api/members/{id}/calendar-links";

export const createCalendarLinkEndpoint = defineEndpoint({
  name: "create-calendar-link",
  method: "POST",
  path: CALENDAR_LINKS,
  summary: "Create an address at which a calendar reads a member's consultations; it is shown only once",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "PutItem", "ConditionCheckItem"],
  keyActions: ["PutItem"],
  body: newCalendarLink,
  response: { status: 201, schema: createdCalendarLink },
});

export const createCalendarLinkDescription: DescriptionOf<typeof createCalendarLinkEndpoint> = {
  lostAnswer: { way: "failed" },
  fields: { url: "The address to subscribe to in a calendar. It holds the secret key, `itc_…`." },
  body: { names: false },
  response: ({ CalendarLink }) => ({
    ...CalendarLink,
    url: "https://intake.example.com/api/calendar.ics?key=itc_4Hs8JpGc4AuRtVwZx6BnMqCk0Dy1HaTe9Kd3vXb7Lr2TzQdW5NfYm",
  }),
  prose: `
Creates an address to which a calendar program subscribes, so that an attorney's calendar shows the consultations. Only
this response shows \`url\`: whoever has it reads the consultations. Without \`names\`, the calendar says only that the
attorney is busy. With \`names\`, it shows the title and the location of the [calendar file](#tag/consultations/GET/api/consultations/{id}/calendar.ics).

A member has at most 10 calendar links. They stop working while the member is not active. The key in the address works
for this calendar alone.`,
};

export const listCalendarLinksEndpoint = defineEndpoint({
  name: "list-calendar-links",
  method: "GET",
  path: CALENDAR_LINKS,
  summary: "List the calendar links of a member, newest first",
  scope: "settings:read",
  tableActions: ["GetItem"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(calendarLink())) },
});

export const listCalendarLinksDescription: DescriptionOf<typeof listCalendarLinksEndpoint> = {
  prose: `
Lists the member's calendar links, newest first, without their addresses.`,
};

export const deleteCalendarLinkEndpoint = defineEndpoint({
  name: "delete-calendar-link",
  method: "DELETE",
  path: `${CALENDAR_LINKS}/{linkId}`,
  summary: "Revoke a calendar link",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "PutItem"],
  keyActions: ["DeleteItem"],
  response: { status: 204 },
});

export const deleteCalendarLinkDescription: DescriptionOf<typeof deleteCalendarLinkEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found"] },
  path: { linkId: "{calendarLink}" },
  prose: `
Revokes a calendar link. Within 10 seconds, whoever asks its address gets 401 \`invalid_key\`. A program that has read the
calendar before may keep what it read. An unknown or revoked link is 404 \`not_found\`.`,
};

/** The published calendar. Its name is that of the client's method, which callers use. */
export const getCalendarFeedEndpoint = defineEndpoint({
  name: "get-calendar-feed",
  method: "GET",
  path: "/api/calendar.ics",
  summary: "Get a member's consultations as a calendar, by a calendar link",
  scope: null,
  keyKind: "calendar",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex"],
  response: {
    status: 200,
    schema: lazy(() => z.string()),
    file: { mediaType: "text/calendar", name: "calendar.ics" },
    hasEntityTag: true,
  },
});

export const getCalendarFeedDescription: DescriptionOf<typeof getCalendarFeedEndpoint> = {
  response: () =>
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Intake//Consultations//EN",
      "X-WR-CALNAME:Ruth Bader\\, Doe & Partners",
      "REFRESH-INTERVAL;VALUE=DURATION:PT30M",
      "X-PUBLISHED-TTL:PT30M",
      "BEGIN:VEVENT",
      "UID:{consultation}@intake",
      "DTSTAMP:20261102T150000Z",
      "SEQUENCE:1",
      "STATUS:CONFIRMED",
      "DTSTART:20261109T150000Z",
      "DTEND:20261109T160000Z",
      "SUMMARY:Busy",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  prose: `
Returns the consultations of the link's member as an iCalendar file (RFC 5545), for programs that subscribe to calendars.
The key is in the address, \`?key=itc_…\`, or a Bearer key. The file has the consultations that start between 30 days ago
and 366 days ahead. If there are more than 5,000, or more than fit into 5 MB, it has those that start nearest to now.

- An event has the \`UID\` and the \`SEQUENCE\` of the consultation's [calendar file](#tag/consultations/GET/api/consultations/{id}/calendar.ics),
  so a calendar that has imported that file shows one event.
- A canceled consultation is \`STATUS:CANCELLED\` for 30 days after its cancellation, then it is left out.
- Without \`names\`, every title is "Busy", and there is no location.
- \`ETag\` names the state of the calendar. A request with this \`If-None-Match\` is answered 304 without a body until a
  consultation changes. With \`names\`, a new name of a lead in the firm changes it as well.

A link has 60 requests a minute. It gets 403 \`key_disabled\` while its member is not active or the firm is disabled. The
file may be a second older than the last booking.`,
};
