import { createHash } from "node:crypto";
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Member } from "../members/member.rules.ts";
import type { RequestTargets } from "../runtime/checked-address.ts";
import { createdAtMilliseconds } from "../runtime/record-id.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { targetUrlViolations } from "../schema/target-url.ts";
import { parseCalendarUrl } from "../schema/url.ts";
import type { Violation } from "../schema/violations.ts";
import { type Interval, intersect, merge, utcDate, utcDates } from "../time/intervals.rules.ts";
import {
  type BusyCalendar,
  type BusyCalendars,
  consultationIdInUid,
  type EventTime,
} from "./busy-calendar.rules.ts";
import { feedFields } from "./feed-fields.contract.ts";

/** A member's own calendar that the service reads, and how far it has come. */
export type Feed = RecordOf<typeof feedFields>;

/** Returns the violations of a new feed beyond its schema. */
export const newFeedViolations = (
  { calendars }: BusyCalendars,
  url: unknown,
  targets: RequestTargets,
): Violation[] => {
  const count = Object.values(calendars).filter(({ isFeed }) => isFeed).length;
  return [
    ...targetUrlViolations(parseCalendarUrl(url)?.href, targets),
    ...(count >= LIMITS.feeds ? [fullList("feeds")] : []),
  ];
};

/** Returns a new feed. The sweep takes it soon, should its first message be lost. */
export const newFeed = (
  input: Parameters<typeof feedFields.newFields>[0],
  { id, attorneyId, nowMilliseconds }: Pick<Feed, "id" | "attorneyId"> & { readonly nowMilliseconds: number },
): Feed => ({
  ...feedFields.initial,
  ...feedFields.newFields(input),
  id,
  attorneyId,
  dueAtMilliseconds: nowMilliseconds + millisecondsInMinute,
});

export const feedResource = (feed: Feed) => feedFields.resource(feed, {});

/** A day, and the longest time for which an entry is not written again. */
const STALE_MILLISECONDS = 25 * millisecondsInHour;

/** Returns a feed's entry among the attorney's calendars after a successful reading. */
export const feedCalendar = (nowMilliseconds: number): BusyCalendar => ({
  asOf: new Date(nowMilliseconds).toISOString(),
  staleAt: new Date(nowMilliseconds + STALE_MILLISECONDS).toISOString(),
  lastError: null,
  isFeed: true,
});

/**
 * Returns whether an entry is so old that it must be written again: every hour, not with each reading. So it becomes
 * stale a day after the last success, or up to an hour later.
 */
export const isOutdated = ({ asOf }: BusyCalendar, nowMilliseconds: number) =>
  nowMilliseconds - Date.parse(asOf) >= millisecondsInHour;

/** Returns an entry with what its feed knows better. `staleAt` stays: `calendar.stale` comes by that of the entry. */
export const withFeed = (
  entry: BusyCalendar,
  { lastFetchedAtMilliseconds, lastError }: Feed,
): BusyCalendar => {
  const at = Math.max(lastFetchedAtMilliseconds, Date.parse(entry.asOf));
  return { ...entry, asOf: new Date(at).toISOString(), lastError };
};

/** Raise it with each change of what the reader makes of a calendar: every feed is then read whole. */
const READER_VERSION = 5;

/** Returns a hash of all on which the meaning of a calendar depends besides its text. */
export const readingContext = ({ timeZone, email }: Pick<Member, "timeZone" | "email">): string =>
  hash([READER_VERSION, timeZone, email]);

/** Below a day, since a calendar that has not changed still has other recurring events in the next 180 days. */
const TRUSTED_MILLISECONDS = 20 * millisecondsInHour;

/** Returns whether what was read last still stands if the calendar has not changed since. */
export const isTrusted = (
  { readAtMilliseconds, context }: Feed,
  now: { readonly context: string; readonly nowMilliseconds: number },
): boolean => context === now.context && now.nowMilliseconds - readAtMilliseconds < TRUSTED_MILLISECONDS;

/** The busy times that a calendar has in a window. */
export type ReadMeaning = { readonly times: readonly EventTime[]; readonly window: Interval };

/** Returns the time in which a feed's busy times count: from today (UTC) on. */
export const feedWindow = (nowMilliseconds: number): Interval => {
  const start = Math.floor(nowMilliseconds / millisecondsInDay) * millisecondsInDay;
  return { start, end: start + LIMITS.feedDays * millisecondsInDay };
};

/** Returns the first UTC date on which a feed may have busy times: a reading's clock may be behind that of its creation. */
export const firstDateOf = (id: string): string => utcDate(createdAtMilliseconds(id) - millisecondsInDay);

/** Returns the parts of the window, each of which is one write. */
export const writtenWindows = ({ start, end }: Interval): Interval[] => {
  const length = LIMITS.rangeDays * millisecondsInDay;
  return Array.from({ length: Math.ceil((end - start) / length) }, (_, index) => ({
    start: start + index * length,
    end: Math.min(end, start + (index + 1) * length),
  }));
};

/** Returns two halves of a window, between two dates if it has several. */
export const halvesOf = ({ start, end }: Interval): Interval[] => {
  const unit = end - start > millisecondsInDay ? millisecondsInDay : millisecondsInMinute;
  const middle = Math.ceil((start + end) / 2 / unit) * unit;
  return [
    { start, end: middle },
    { start: middle, end },
  ];
};

/** Returns a hash of the busy times in a window, in any order, and of the UIDs that may be those of consultations. */
export const meaningOf = (times: readonly EventTime[], window: Interval): string => {
  const texts = times.map(({ start, end, uid }) => `${start} ${end} ${consultationIdInUid(uid) ?? ""}`);
  return hash([window.start, window.end, ...texts.toSorted()]);
};

const hash = (values: readonly (string | number)[]) =>
  createHash("sha256").update(JSON.stringify(values)).digest("base64url");

/**
 * Returns the busy times as they are stored: those on a date that would have too many are joined where they overlap. Null
 * if a date still has too many.
 */
export const storableTimes = (times: readonly Interval[], window: Interval): readonly Interval[] | null => {
  const full = fullDates(times, window);
  if (full.size === 0) return times;
  const isOnFullDate = (time: Interval) => datesIn(time, window).some((date) => full.has(date));
  const stored = [...times.filter((time) => !isOnFullDate(time)), ...merge(times.filter(isOnFullDate))];
  return fullDates(stored, window).size > 0 ? null : stored;
};

const datesIn = (time: Interval, window: Interval) => intersect([time], [window]).flatMap(utcDates);

const fullDates = (times: readonly Interval[], window: Interval): Set<string> => {
  const counts = new Map<string, number>();
  for (const date of times.flatMap((time) => datesIn(time, window)))
    counts.set(date, (counts.get(date) ?? 0) + 1);
  return new Set([...counts.keys()].filter((date) => (counts.get(date) ?? 0) > LIMITS.busyTimesOfDay));
};
