import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type * as z from "zod/mini";
import type { Consultation } from "../consultations/consultation.rules.ts";
import { isUuid } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import { instantInput } from "../schema/time.ts";
import type { Violation } from "../schema/violations.ts";
import { type Interval, utcDate } from "../time/intervals.rules.ts";
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
  /** The first UTC date on which a push may have told of a busy time. A feed's id says it; older calendars lack it. */
  readonly firstDate?: string | undefined;
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
  return pushed.length >= LIMITS.busyCalendars ? [fullList("calendars")] : [];
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
  return {
    ...firstDateOf(before, nowMilliseconds),
    ...{ asOf, staleAt, lastError: null },
    ...(isAnnounced && { isAnnounced }),
  };
};

/** A push begins yesterday at the earliest, by a clock that may be behind. */
const firstDateOf = (before: BusyCalendar | undefined, nowMilliseconds: number) => {
  if (before === undefined) return { firstDate: utcDate(nowMilliseconds - 2 * millisecondsInDay) };
  return before.firstDate === undefined ? {} : { firstDate: before.firstDate };
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
