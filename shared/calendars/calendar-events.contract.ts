import * as z from "zod/mini";
import type { EventRows } from "../api/event-rows.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** The events of attorneys' calendars. */
export const CALENDAR_EVENTS = {
  "calendar.stale": {
    ...(HAS_PROSE && {
      occasion:
        "A [calendar](#description/busy-times-of-other-calendars) of the attorney was not updated in time: its `stale_at` passed. Its busy times stay. Sent once, within a minute or two, until a push makes the calendar fresh.",
      sets: {},
      actor: { type: "system", id: null },
    }),
  },
} as const satisfies EventRows;

/** The record in such an event. */
export const staleCalendar = lazy(() =>
  z.object({ attorney_id: z.uuid(), calendar: z.string(), as_of: instant(), stale_at: instant() }),
);
