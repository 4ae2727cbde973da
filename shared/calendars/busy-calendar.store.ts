import * as z from "zod/mini";
import { type Change, changeAttributes } from "../api/change.ts";
import type { AttorneyDay } from "../scheduling/attorney-day.rules.ts";
import { partToItem } from "../scheduling/attorney-day.store.ts";
import { LIMITS } from "../schema/limits.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import { CALENDAR_SHARDS, DUE_ATTRIBUTES, dueAttributes } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import {
  attorneyCalendarsKey,
  busyOverlapKey,
  busyTimesKey,
  dayKey,
  type Item,
  type RecordKey,
} from "../table/record-keys.ts";
import { setFields, unchanged, updateExpressions } from "../table/update-item.ts";
import { type BusyCalendar, type BusyCalendars, nextStaleAt } from "./busy-calendar.rules.ts";
import type { DayChange, Overlap, WindowChange } from "./window-changes.rules.ts";

const calendarsItem = lazy(() =>
  z.object({
    version: z.number(),
    calendars: z.record(
      z.string(),
      z.object({
        asOf: z.string(),
        staleAt: z.nullable(z.string()),
        lastError: z.nullable(z.string()),
        isAnnounced: z.optional(z.boolean()),
        isFeed: z.optional(z.literal(true)),
        firstDate: z.optional(z.string()),
      }),
    ),
  }),
);

/** Reads the calendars of an attorney. */
export const attorneyCalendarsRecord = (firm: FirmId, attorneyId: string): RecordRef<BusyCalendars> => ({
  key: attorneyCalendarsKey(firm, attorneyId),
  parse: parseCalendars,
});

export const parseCalendars = (item: Item | null | undefined): BusyCalendars =>
  calendarsItem().parse(item ?? { version: 0, calendars: {} });

type CalendarsChange = {
  readonly before: BusyCalendars;
  readonly calendars: Readonly<Record<string, BusyCalendar>>;
};

/** Writes the calendars of an attorney. Requires them unchanged since the read. */
export const putCalendars = (
  firm: FirmId,
  attorneyId: string,
  { before: { version }, calendars }: CalendarsChange,
): Write => ({
  Put: {
    Item: {
      ...attorneyCalendarsKey(firm, attorneyId),
      version: version + 1,
      calendars,
      ...staleDue(attorneyId, calendars),
    },
    ...unchanged({ version }),
  },
});

/** The index of due items has an attorney's calendars for the next that is stale without an event. */
const staleDue = (attorneyId: string, calendars: BusyCalendars["calendars"]) => {
  const staleAt = nextStaleAt(calendars);
  return staleAt === null ? {} : dueAttributes(attorneyId, Date.parse(staleAt), CALENDAR_SHARDS);
};

/**
 * Emits the event of each calendar that is marked now and was not before. Requires the calendars unchanged since the
 * read, and raises their version, so that no push overwrites a mark that it has not read.
 */
export const announceCalendars = (
  Key: RecordKey,
  attorneyId: string,
  { before: { version }, calendars, change }: CalendarsChange & { readonly change: Change },
) => {
  const due = staleDue(attorneyId, calendars);
  return {
    Key,
    ...updateExpressions({
      set: setFields({ calendars, ...due, ...changeAttributes({ id: attorneyId }, change) }),
      removed: "dueAt" in due ? [] : DUE_ATTRIBUTES,
      incremented: [["version"]],
      when: { version },
    }),
  };
};

/**
 * Writes a calendar's busy times on a date. Requires that the day is unchanged since the read, and raises its version, so
 * that a booking that was checked against other busy times is refused. Both items carry that version: so a reader
 * notices when it has read them at two moments.
 */
export const busyTimesWrites = (
  firm: FirmId,
  calendar: string,
  { day, after }: Omit<DayChange, "before">,
): Write[] => {
  const version = day.version + 1;
  const Key = busyTimesKey(firm, day.attorneyId, { date: day.date, calendar });
  return [
    dayWrite(firm, calendar, { day, version, isBusy: after.length > 0 }),
    after.length === 0
      ? { Delete: { Key } }
      : { Put: { Item: { ...Key, version, times: after.map(partToItem) } } },
  ];
};

type WindowWrite = { readonly calendar: string; readonly change: Change };

/** Writes everything that differs after a replacement of a calendar's busy times in a window. */
export const windowWrites = (
  firm: FirmId,
  { changed, added }: WindowChange,
  { calendar, change }: WindowWrite,
): Write[] => [
  ...changed.flatMap((each) => busyTimesWrites(firm, calendar, each)),
  ...putOverlaps(firm, { calendar, overlaps: added, change }),
];

type DayWrite = { readonly day: AttorneyDay; readonly version: number; readonly isBusy: boolean };

const dayWrite = (firm: FirmId, calendar: string, { day, version, isBusy }: DayWrite): Write => {
  const key = dayKey(firm, day.attorneyId, day.date);
  if (day.version === 0) return { New: { ...key, slots: {}, version, calendars: { [calendar]: version } } };
  // A day without busy times may have no map of calendars.
  const entry =
    day.busy.length === 0 ? [["calendars"], { [calendar]: version }] : [["calendars", calendar], version];
  const update = updateExpressions({
    set: [[["version"], version], ...(isBusy ? [entry as [string[], unknown]] : [])],
    removed: isBusy ? [] : [["calendars", calendar]],
    when: { version: day.version },
  });
  return { Update: { Key: key, ...update } };
};

const overlapItem = lazy(() =>
  z.object({
    overlaps: z.array(
      z.object({ consultationId: z.string(), calendar: z.string(), start: z.number(), end: z.number() }),
    ),
  }),
);

type StoredOverlap = z.output<ReturnType<typeof overlapItem>>["overlaps"][number];

/** Records the consultations that a push newly overlaps. The publisher emits an event for each. */
const putOverlaps = (
  firm: FirmId,
  { calendar, overlaps, change }: { calendar: string; overlaps: readonly Overlap[]; change: Change },
): Write[] => {
  if (overlaps.length === 0) return [];
  const key = busyOverlapKey(firm, change.id);
  const expiresAt = Date.parse(change.at) / 1000 + LIMITS.deliveryRetentionSeconds;
  return [
    {
      New: {
        ...key,
        overlaps: overlaps.map(({ id, busy }) => ({ consultationId: id, calendar, ...busy })),
        expiresAtEpochSeconds: Math.ceil(expiresAt),
        ...changeAttributes({ id: key.sk }, change),
      },
    },
  ];
};

export const parseOverlaps = (item: Item): readonly StoredOverlap[] => overlapItem().parse(item).overlaps;
