import { isDeepStrictEqual } from "node:util";
import { millisecondsInDay } from "date-fns/constants";
import { operation, required } from "../api/operation.ts";
import { CONSULTATION_STATUSES } from "../consultations/consultation.rules.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import { memberRecord } from "../members/member.store.ts";
import { daysWithin } from "../scheduling/attorney-day.store.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import { rangeOf } from "../schema/time.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { pushBusyTimesEndpoint, pushedWindow } from "./busy-calendar.contract.ts";
import {
  consultationIdInUid,
  dayChanges,
  dayViolations,
  isChanged,
  overlapsAfter,
  pushedCalendar,
  pushedTimes,
  pushViolations,
  TOO_MANY_OVERLAPS,
} from "./busy-calendar.rules.ts";
import {
  attorneyCalendarsRecord,
  busyTimesWrites,
  putCalendars,
  putOverlaps,
} from "./busy-calendar.store.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns the window in an unvalidated body; null when it is invalid. */
const windowIn = (json: Json): Interval | null => {
  const { data } = pushedWindow().safeParse(json);
  return data ? rangeOf(data) : null;
};

/** Includes the dates beside a window: a consultation that it overlaps may reach one of them, and be overlapped there. */
const withNextDays = (window: Interval | null) =>
  window && { start: window.start - millisecondsInDay, end: window.end + millisecondsInDay };

/** Returns the records of the consultations that the UIDs of an unvalidated body may mean. */
const consultationsInUids = (firm: FirmId, { busy }: Json) => {
  const times: readonly unknown[] = Array.isArray(busy) && busy.length <= LIMITS.pushedTimes ? busy : [];
  const ids = new Set(times.flatMap((time) => consultationIdInUid(Object(time).uid) ?? []));
  return [...ids].map((id) => consultationRecord(firm, id));
};

/** Replaces a calendar's busy times in a window: one read, and one write of everything that differs. */
export const pushBusyTimes = operation(pushBusyTimesEndpoint, {
  reads: ({ firmId, params, json }) => ({
    member: required("attorney", memberRecord(firmId, params.id)),
    known: attorneyCalendarsRecord(firmId, params.id),
    days: daysWithin(firmId, params.id, withNextDays(windowIn(json))),
    own: consultationsInUids(firmId, json),
  }),

  violations: ({ known }, { params, json, nowMilliseconds }) =>
    pushViolations(known, json, { calendar: params.calendar, nowMilliseconds }),

  decide: async ({ known, days, own }, request, read) => {
    const { firmId, input, params, nowMilliseconds, change } = request;
    const { calendar } = params;
    const before = Object.hasOwn(known.calendars, calendar) ? known.calendars[calendar] : undefined;
    const after = pushedCalendar(before, input, nowMilliseconds);
    const window = rangeOf(input);
    const times = pushedTimes(input, new Set(own.flatMap((consultation) => consultation?.id ?? [])));
    const changes = dayChanges(days, calendar, { window, times });
    const violations = dayViolations(changes);
    if (violations.length > 0) throw invalidRequest(violations);
    const overlaps = overlapsAfter(changes, window);
    const { consultations } = await read({
      consultations: overlaps.map(({ id }) => consultationRecord(firmId, id)),
    });
    const open = overlaps.filter((_, index) => {
      const status = consultations[index]?.status;
      return status !== undefined && CONSULTATION_STATUSES[status].isOpen;
    });
    const added = open.filter(({ isNew }) => isNew);
    if (added.length > LIMITS.newOverlaps) throw invalidRequest([TOO_MANY_OVERLAPS]);
    const changed = changes.filter(isChanged);
    const calendars = { ...known.calendars, [calendar]: after };
    const isSame = changed.length === 0 && isDeepStrictEqual(before, after);
    return {
      writes: [
        // Pushes of an attorney, and a removal, are written one after another.
        ...(isSame ? [] : [putCalendars(firmId, params.id, { before: known, calendars })]),
        ...changed.flatMap((each) => busyTimesWrites(firmId, calendar, each)),
        ...putOverlaps(firmId, { calendar, overlaps: added, change }),
      ],
      answer: {
        calendar,
        changed_days: changed.length,
        overlapping: open.map(({ id }) => id),
        stale_at: after.staleAt,
      },
    };
  },
});
