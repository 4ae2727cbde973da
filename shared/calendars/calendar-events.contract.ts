import * as z from "zod/mini";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** The event of a calendar that is not told in time. */
export const CALENDAR_STALE = "calendar.stale" as const;

/** Every event type of an attorney's calendar. */
export const CALENDAR_EVENT_TYPES = [CALENDAR_STALE] as const;

/** The record in such an event. */
export const staleCalendar = lazy(() =>
  z.object({ attorney_id: z.uuid(), calendar: z.string(), as_of: instant(), stale_at: instant() }),
);
