import { isDeepStrictEqual } from "node:util";
import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type * as z from "zod/mini";
import type { Consultation } from "../consultations/consultation.rules.ts";
import { groupBy } from "../runtime/collections.ts";
import { isUuid } from "../runtime/record-id.ts";
import { type AttorneyDay, isConsultation } from "../scheduling/attorney-day.rules.ts";
import {
  type BusyPart,
  type BusyWindow,
  overlappedBy,
  replacedParts,
} from "../scheduling/busy-time.rules.ts";
import { AppError } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import { instantInput } from "../schema/time.ts";
import type { Violation } from "../schema/violations.ts";
import { type Interval, intersect } from "../time/intervals.rules.ts";
import type { BusyPush, busyCalendar } from "./busy-calendar.contract.ts";

/** A calendar of an attorney, without its busy times. */
export type BusyCalendar = {
  /** ISO-8601 UTC instants. */
  readonly asOf: string;
  readonly staleAt: string | null;
  readonly lastError: string | null;
  /** True once the event of its `staleAt` has come. */
  readonly isAnnounced?: boolean | undefined;
  /** Set for a feed, which only its readings write. */
  readonly isFeed?: true | undefined;
};

/** An attorney's calendars by name. `version` counts their changes; 0 means that there is no item. */
export type BusyCalendars = {
  readonly version: number;
  readonly calendars: Readonly<Record<string, BusyCalendar>>;
};

export const busyCalendarResource = (
  calendar: string,
  { asOf, staleAt, lastError }: BusyCalendar,
): z.output<ReturnType<typeof busyCalendar>> => ({
  calendar,
  as_of: asOf,
  stale_at: staleAt,
  last_error: lastError,
});

const NAME_CHARACTERS = 64;
const NAME = /^[a-z0-9-]+$/;

/** No pattern gets more than a name may hold. */
const isName = (text: string) => text.length <= NAME_CHARACTERS && NAME.test(text);

const NOT_A_NAME: Violation = { field: "calendar", message: "must be 1 to 64 of a-z, 0-9 and -" };
const TOO_MANY: Violation = {
  field: "calendar",
  message: `cannot be added: an attorney has at most ${LIMITS.busyCalendars} calendars`,
};

/** The violation of a change by a caller. */
export const IS_FEED: Violation = {
  field: "calendar",
  message: "is a feed, which the service reads: end it by DELETE /api/members/{id}/feeds/{feedId}",
};

type Push = { readonly calendar: string; readonly nowMilliseconds: number };
type Body = Readonly<Partial<Record<"from" | "to" | "as_of", unknown>>>;

/** Returns the violations of a push beyond its schema: of its name, and of times too far from now. */
export const pushViolations = (
  { calendars }: BusyCalendars,
  body: Body,
  { calendar, nowMilliseconds }: Push,
): Violation[] => {
  const today = Math.floor(nowMilliseconds / millisecondsInDay) * millisecondsInDay;
  const last = today + (LIMITS.busyDaysAhead + 1) * millisecondsInDay;
  return [
    ...nameViolations(calendars, calendar),
    ...(instantOf(body.from) < today - millisecondsInDay
      ? [{ field: "from", message: "must not be before yesterday (UTC)" }]
      : []),
    ...(instantOf(body.to) > last
      ? [{ field: "to", message: `must be at most ${LIMITS.busyDaysAhead} days ahead` }]
      : []),
    ...(instantOf(body.as_of) > nowMilliseconds + millisecondsInMinute
      ? [{ field: "as_of", message: "must not be more than a minute ahead" }]
      : []),
  ];
};

const nameViolations = (calendars: BusyCalendars["calendars"], name: string): Violation[] => {
  if (!isName(name)) return [NOT_A_NAME];
  if (Object.hasOwn(calendars, name)) return calendars[name]?.isFeed ? [IS_FEED] : [];
  const pushed = Object.values(calendars).filter(({ isFeed }) => !isFeed);
  return pushed.length >= LIMITS.busyCalendars ? [TOO_MANY] : [];
};

/** Returns NaN, which is neither before nor after any instant, for anything but the text of one. */
const instantOf = (value: unknown) => Date.parse(instantInput().safeParse(value).data ?? "");

/**
 * Returns a calendar after a push. A push without `as_of` is never older than the last one: another instance's clock may
 * have been ahead.
 * @throws AppError `version_conflict` when the push is older than the last one
 */
export const pushedCalendar = (
  before: BusyCalendar | undefined,
  { as_of, stale_after_min }: Pick<BusyPush, "as_of" | "stale_after_min">,
  nowMilliseconds: number,
): BusyCalendar => {
  const now = new Date(nowMilliseconds).toISOString();
  const asOf = as_of ?? (before && before.asOf > now ? before.asOf : now);
  if (before && asOf < before.asOf)
    throw new AppError(
      "version_conflict",
      `The calendar was read later by an earlier push: at ${before.asOf}.`,
    );
  const staleAt =
    stale_after_min === undefined
      ? null
      : new Date(Date.parse(asOf) + stale_after_min * millisecondsInMinute).toISOString();
  const isAnnounced = before !== undefined && staysAnnounced(before, staleAt, now);
  return { asOf, staleAt, lastError: null, ...(isAnnounced && { isAnnounced }) };
};

/** A push that is stale itself does not end the time for which the event has come. */
const staysAnnounced = (before: BusyCalendar, staleAt: string | null, now: string): boolean =>
  before.isAnnounced === true && staleAt !== null && (staleAt <= now || staleAt === before.staleAt);

type Calendars = BusyCalendars["calendars"];

/** Returns the instant from which the next of the calendars is stale without an event; null for none. */
export const nextStaleAt = (calendars: Calendars): string | null =>
  Object.values(calendars)
    .flatMap(({ staleAt, isAnnounced }) => (staleAt === null || isAnnounced ? [] : [staleAt]))
    .toSorted()[0] ?? null;

/** Marks the calendars that are stale now: their event comes with the write. */
export const announced = (calendars: Calendars, nowMilliseconds: number): Calendars =>
  Object.fromEntries(
    Object.entries(calendars).map(([name, calendar]) => {
      const isStale = calendar.staleAt !== null && Date.parse(calendar.staleAt) <= nowMilliseconds;
      return [name, isStale ? { ...calendar, isAnnounced: true } : calendar];
    }),
  );

/** A calendar whose event came with a change. */
type Stale = { readonly calendar: string; readonly asOf: string; readonly staleAt: string };

/** Returns the calendars that a change marked. */
export const newlyAnnounced = (before: Calendars, after: Calendars): Stale[] =>
  Object.entries(after).flatMap(([calendar, { asOf, staleAt, isAnnounced }]) =>
    staleAt !== null && isAnnounced && !before[calendar]?.isAnnounced ? [{ calendar, asOf, staleAt }] : [],
  );

/** Returns the id of the consultation whose calendar file has a UID; null for any other UID. */
export const consultationIdInUid = (uid: unknown): string | null => {
  if (typeof uid !== "string" || uid.length > LIMITS.uidCharacters) return null;
  const id = uid
    .trim()
    .toLowerCase()
    .replace(/@intake$/, "");
  return isUuid(id) ? id : null;
};

/** A busy time of a calendar, with the UID of its event there. */
export type EventTime = Interval & { readonly uid?: string | null | undefined };

/** Returns the busy times of a push. */
export const pushedTimes = ({ busy }: Pick<BusyPush, "busy">): EventTime[] =>
  busy.map(({ start_at, end_at, uid }) => ({ start: Date.parse(start_at), end: Date.parse(end_at), uid }));

type Known = readonly (Pick<Consultation, "id"> | null)[];

/** Returns the busy times of a calendar, except those that are consultations of the firm. */
export const withoutOwn = (times: readonly EventTime[], consultations: Known): Interval[] => {
  const ids = new Set(consultations.flatMap((consultation) => consultation?.id ?? []));
  return times
    .filter(({ uid }) => !ids.has(consultationIdInUid(uid) ?? ""))
    .map(({ start, end }) => ({ start, end }));
};

/** The busy times of one calendar on a date, before and after a change. */
export type DayChange = {
  readonly day: AttorneyDay;
  readonly before: readonly BusyPart[];
  readonly after: readonly BusyPart[];
};

/** Returns the calendar's busy times on each day after a replacement of the window. */
export const dayChanges = (days: readonly AttorneyDay[], calendar: string, pushed: BusyWindow): DayChange[] =>
  days.map((day) => {
    const before = partsOf(day, calendar);
    return { day, before, after: replacedParts(before, pushed, day.date) };
  });

export const partsOf = ({ busy }: AttorneyDay, calendar: string): BusyPart[] =>
  busy.filter((part) => part.calendar === calendar).map(({ start, end, whole }) => ({ start, end, whole }));

export const isChanged = ({ before, after }: DayChange): boolean => !isDeepStrictEqual(before, after);

/**
 * Returns violations for dates with too many busy times. Times count as they were sent: so no push is refused because
 * its window splits one, unless it leaves more parts of them than a push may have times.
 */
export const dayViolations = (changes: readonly DayChange[]): Violation[] =>
  changes
    .filter(({ after }) => timesSent(after) > LIMITS.busyTimesOfDay || after.length > LIMITS.pushedTimes)
    .slice(0, 1)
    .map(({ day }) => ({
      field: "busy",
      message: `must leave at most ${LIMITS.busyTimesOfDay} times of the calendar on a UTC date, unlike on ${day.date}`,
    }));

/** Returns how many times were sent: the first parts of each, of which there are several where times are equal. */
const timesSent = (parts: readonly BusyPart[]) => {
  const starts = new Map<string, number>();
  const keyOf = ({ whole }: BusyPart) => `${whole.start} ${whole.end}`;
  for (const part of parts)
    starts.set(keyOf(part), Math.min(part.start, starts.get(keyOf(part)) ?? part.start));
  return parts.filter((part) => part.start === starts.get(keyOf(part))).length;
};

/** A consultation that a calendar overlaps. `isNew` tells that it did not before. */
export type Overlap = { readonly id: string; readonly isNew: boolean; readonly busy: Interval };

/** All that differs after a replacement of a calendar's busy times in a window. */
export type WindowChange = {
  readonly changed: readonly DayChange[];
  /** The open consultations that the calendar overlaps in the window, and those that it did not overlap before. */
  readonly overlapping: readonly Overlap[];
  readonly added: readonly Overlap[];
};

/** Returns the consultations that the calendar's busy times in the window overlap, in the order of the days. */
export const overlapsAfter = (changes: readonly DayChange[], window: Interval): Overlap[] => {
  const idsBefore = new Set(
    changes.flatMap(({ day, before }) => overlappedBy(before, booked(day)).map(({ slot }) => slot.id)),
  );
  const found = changes.flatMap(({ day, after }) => overlappedBy(partsWithin(after, window), booked(day)));
  return [...groupBy(found, ({ slot }) => slot.id)].flatMap(([id, [first]]) =>
    intersect(first ? [first.busy] : [], [window])
      .slice(0, 1)
      .map((busy) => ({ id, isNew: !idsBefore.has(id), busy })),
  );
};

const partsWithin = (parts: readonly BusyPart[], window: Interval): BusyPart[] =>
  parts.flatMap(({ whole, ...part }) => intersect([part], [window]).map((within) => ({ ...within, whole })));

const booked = ({ slots }: AttorneyDay) => slots.filter(isConsultation).toSorted(byStart);

const byStart = (one: Interval, other: Interval) => one.start - other.start;

export const TOO_MANY_OVERLAPS: Violation = {
  field: "to",
  message: `must be earlier: the busy times newly overlap more than ${LIMITS.newOverlaps} consultations`,
};
