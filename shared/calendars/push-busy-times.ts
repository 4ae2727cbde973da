import { isDeepStrictEqual } from "node:util";
import { operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import { rangeOf } from "../schema/time.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { pushBusyTimesEndpoint, pushedWindow } from "./busy-calendar.contract.ts";
import { pushedCalendar, pushedTimes, pushViolations, withoutOwn } from "./busy-calendar.rules.ts";
import { attorneyCalendarsRecord, putCalendars, windowWrites } from "./busy-calendar.store.ts";
import {
  consultationsInUids,
  daysOfWindow,
  hasTooManyOverlaps,
  replaceWindow,
} from "./replace-window.steps.ts";
import { dayViolations, TOO_MANY_OVERLAPS } from "./window-changes.rules.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns the window in an unvalidated body; null when it is invalid. */
const windowIn = (json: Json): Interval | null => {
  const { data } = pushedWindow().safeParse(json);
  return data ? rangeOf(data) : null;
};

/** Returns the UIDs in an unvalidated body; none when its window is invalid. */
const uidsIn = (json: Json): unknown[] => {
  const { busy } = json;
  const isReadable = Array.isArray(busy) && busy.length <= LIMITS.pushedTimes && windowIn(json) !== null;
  return isReadable ? busy.map((time) => Object(time).uid) : [];
};

/** Replaces a calendar's busy times in a window: one read, and one write of everything that differs. */
export const pushBusyTimes = operation(pushBusyTimesEndpoint, {
  reads: ({ firmId, params, json }) => ({
    member: required("attorney", memberRecord(firmId, params.id)),
    known: attorneyCalendarsRecord(firmId, params.id),
    days: daysOfWindow(firmId, params.id, windowIn(json)),
    own: consultationsInUids(firmId, uidsIn(json)),
  }),

  violations: ({ known }, { params, json, nowMilliseconds }) =>
    pushViolations(known, json, { calendar: params.calendar, nowMilliseconds }),

  decide: async ({ known, days, own }, request, read) => {
    const { firmId, input, params, nowMilliseconds, change } = request;
    const { calendar } = params;
    const before = Object.hasOwn(known.calendars, calendar) ? known.calendars[calendar] : undefined;
    const after = pushedCalendar(before, input, nowMilliseconds);
    const times = withoutOwn(pushedTimes(input), own);
    const windowChange = await replaceWindow({ firmId, calendar, days, window: rangeOf(input), times }, read);
    const { changed, overlapping } = windowChange;
    const crowded = dayViolations(changed);
    if (crowded.length > 0) throw invalidRequest(crowded);
    if (hasTooManyOverlaps(windowChange)) throw invalidRequest([TOO_MANY_OVERLAPS]);
    const calendars = { ...known.calendars, [calendar]: after };
    const isSame = changed.length === 0 && isDeepStrictEqual(before, after);
    return {
      writes: [
        // Pushes of an attorney, and a removal, are written one after another.
        ...(isSame ? [] : [putCalendars(firmId, params.id, { before: known, calendars })]),
        ...windowWrites(firmId, windowChange, { calendar, change }),
      ],
      answer: {
        calendar,
        changed_days: changed.length,
        overlapping: overlapping.map(({ id }) => id),
        stale_at: after.staleAt,
      },
    };
  },
});
