import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { listOf, wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page } from "../schema/page.ts";
import { instant, instantInput, rangeChecks, rangeQuery } from "../schema/time.ts";
import { lazy, noLongerThan } from "../schema/zod.ts";

const busyTimeInput = lazy(() =>
  z
    .object({
      start_at: instantInput(),
      end_at: instantInput(),
      uid: z.optional(
        z
          .string()
          .check(noLongerThan(LIMITS.uidCharacters, `must be at most ${LIMITS.uidCharacters} characters`)),
      ),
    })
    .check(
      z.refine(({ start_at, end_at }) => start_at < end_at, {
        path: ["end_at"],
        error: "must be after start_at",
      }),
    ),
);

/** The window of a push. */
export const pushedWindow = lazy(() => z.object(rangeQuery()).check(...rangeChecks(LIMITS.rangeDays)));

const busyPush = lazy(() =>
  z
    .object({
      ...rangeQuery(),
      busy: listOf(busyTimeInput(), LIMITS.pushedTimes),
      stale_after_min: z.optional(wholeNumber(LIMITS.staleMinutesMinimum, LIMITS.staleMinutesMaximum)),
      as_of: z.optional(instantInput()),
    })
    .check(...rangeChecks(LIMITS.rangeDays)),
);

export type BusyPush = z.output<ReturnType<typeof busyPush>>;

/** A calendar with busy times of an attorney. */
export const busyCalendar = lazy(() =>
  z.object({
    calendar: z.string(),
    as_of: instant(),
    stale_at: z.nullable(instant()),
    last_error: z.nullable(z.string()),
  }),
);

const BUSY_CALENDARS = "/api/attorneys/{id}/busy";

/** The segment of the path that names a calendar is any text, not an id. */
const PATH_TEXTS = ["calendar"] as const;

export const pushBusyTimesEndpoint = defineEndpoint({
  name: "push-busy-times",
  method: "PUT",
  path: `${BUSY_CALENDARS}/{calendar}`,
  pathTexts: PATH_TEXTS,
  summary: "Replace the busy times of one of an attorney's calendars in a range of time",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
  body: busyPush,
  errors: ["version_conflict"],
  response: {
    status: 200,
    schema: lazy(() =>
      z.object({
        calendar: z.string(),
        changed_days: z.int(),
        overlapping: z.array(z.uuid()),
        stale_at: z.nullable(instant()),
      }),
    ),
  },
});

export const pushBusyTimesDescription: DescriptionOf<typeof pushBusyTimesEndpoint> = {
  lostAnswer: { way: "repeatedWith", field: "as_of" },
  path: { calendar: "court" },
  fields: {
    from: "The first instant of the window that the push replaces, with its zone; not before yesterday (UTC).",
    to: "The end of the window (exclusive): at most 31 days after `from`, and 400 days ahead.",
    busy: "The busy times in the window. Times beyond it are cut to it.",
    start_at: "The first instant of the busy time, with its zone.",
    end_at: "Its end (exclusive), with its zone.",
    uid: "The UID of the event in its calendar. A busy time with the UID of a consultation's calendar file is left out.",
    stale_after_min: "Minutes after `as_of` without another push after which the calendar counts as stale.",
    as_of: "When the sender read the calendar; by default now.",
    changed_days: "The number of UTC dates on which the calendar's busy times are other than before.",
    overlapping: "The ids of the open consultations that the calendar's times in the window overlap.",
    stale_at: "The instant from which the calendar counts as stale; null for never.",
  },
  body: {
    from: "2026-11-09T00:00:00Z",
    to: "2026-11-16T00:00:00Z",
    busy: [{ start_at: "2026-11-09T15:00:00Z", end_at: "2026-11-09T17:30:00Z", uid: "4711@court.example" }],
    stale_after_min: 120,
    as_of: "2026-11-01T08:59:00Z",
  },
  response: () => ({
    calendar: "court",
    changed_days: 1,
    overlapping: [],
    stale_at: "2026-11-01T10:59:00.000Z",
  }),
  prose: `
Tells Intake when an attorney is busy elsewhere. The push replaces all busy times of this calendar in the window from
\`from\` to \`to\`; times outside the window stay. Once the push is answered, no later booking, hold or reschedule overlaps
a busy time: it is refused with \`attorney_unavailable\` and a detail \`busy\` that names the calendar, unless it has
\`ignore_busy\`. Availability and \`next_available\` omit such starts. The buffer does not apply to busy times.

- An attorney has at most 5 calendars, besides feeds. A name has 1 to 64 of \`a-z\`, \`0-9\` and \`-\`.
- A push has at most 500 busy times and 64 KB, and a calendar at most 50 times on a UTC date. Split a longer list by time.
- A push with an \`as_of\` before that of the last one is 409 \`version_conflict\`.
- All dates that change are one write. A repeat of the same times changes no date.

Consultations that are already booked stay. Emits \`consultation.busy_overlap\` for each open consultation that the
calendar overlaps now and did not overlap before. A push that newly overlaps more than 40 is 422 naming \`to\`.

Your calendar may show the consultations themselves. A busy time with the UID of a consultation's calendar file is left
out. A busy time whose start and end each differ by less than a minute from those of a consultation of the attorney is
stored, and blocks nothing as long as that consultation is there. Every member of the firm can have calendars.`,
};

export const listBusyCalendarsEndpoint = defineEndpoint({
  name: "list-busy-calendars",
  method: "GET",
  path: BUSY_CALENDARS,
  summary: "List the calendars with busy times of an attorney",
  scope: "consultations:read",
  tableActions: ["BatchGetItem", "Query"],
  response: { status: 200, schema: lazy(() => page(busyCalendar())) },
});

export const listBusyCalendarsDescription: DescriptionOf<typeof listBusyCalendarsEndpoint> = {
  prose: `
Lists the attorney's calendars by name, all on one page, and shows how old each is. A
[feed](#tag/members/POST/api/members/{id}/feeds) is a calendar with its id as the name. The busy times are in the [calendar](#tag/attorneys/GET/api/attorneys/{id}/calendar).`,
};

export const deleteBusyCalendarEndpoint = defineEndpoint({
  name: "delete-busy-calendar",
  method: "DELETE",
  path: `${BUSY_CALENDARS}/{calendar}`,
  pathTexts: PATH_TEXTS,
  summary: "Remove a calendar of an attorney and all its busy times",
  scope: "consultations:write",
  tableActions: ["BatchGetItem", "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
  response: { status: 204 },
});

export const deleteBusyCalendarDescription: DescriptionOf<typeof deleteBusyCalendarEndpoint> = {
  lostAnswer: { way: "failed" },
  path: { calendar: "court" },
  prose: `
Removes the calendar and all its busy times. After a 503 some busy times may be left: repeat the request, and it
continues. A calendar that the attorney does not have is 404. A feed is 422: delete it among the member's feeds.`,
};
