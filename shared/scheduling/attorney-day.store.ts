import { isDeepStrictEqual } from "node:util";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { millisecondsInMinute } from "date-fns/constants";
import * as z from "zod/mini";
import { groupBy } from "../runtime/collections.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { QueryRef } from "../table/read-records.ts";
import { dayPartition, type Item } from "../table/record-keys.ts";
import { ReadAgain } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { type Interval, intersect, overlaps, utcDates } from "../time/intervals.rules.ts";
import type { BusyTime } from "../time/slots.rules.ts";
import { type BusyPart, type CalendarPart, withoutEchoes } from "./busy-time.rules.ts";
import { type Hold, isExpired } from "./hold.rules.ts";

/** A slot in an attorney's days, for a consultation or for a hold, which expires. */
export type HeldSlot = Interval & {
  /** The id of the consultation or hold. */
  readonly id: string;
  readonly attorneyId: string;
  readonly expiresAtMilliseconds?: number | undefined;
};

/** Returns whether two slots are the same, not an earlier and a later one of the same consultation. */
export const isSameSlot = (one: HeldSlot, other: HeldSlot): boolean =>
  one.id === other.id &&
  one.attorneyId === other.attorneyId &&
  one.start === other.start &&
  one.end === other.end;

/** The start in milliseconds, the duration in minutes and, for a hold, its expiry in milliseconds. */
const storedSlot = lazy(() => z.tuple([z.number(), z.number(), z.optional(z.number())]));

export const slotToItem = ({ start, end, expiresAtMilliseconds }: HeldSlot): number[] => [
  start,
  (end - start) / millisecondsInMinute,
  ...(expiresAtMilliseconds === undefined ? [] : [expiresAtMilliseconds]),
];

const parseSlot = (
  { id, attorneyId }: Pick<HeldSlot, "id" | "attorneyId">,
  [start, durationMinutes, expiresAtMilliseconds]: z.output<ReturnType<typeof storedSlot>>,
): HeldSlot => ({
  id,
  attorneyId,
  start,
  end: start + durationMinutes * millisecondsInMinute,
  ...(expiresAtMilliseconds !== undefined && { expiresAtMilliseconds }),
});

/**
 * The slots and the busy times of an attorney that touch a UTC date. `version` counts the
 * slots ever taken and the changes of busy times; 0 means that the day has no item.
 */
export type AttorneyDay = {
  readonly attorneyId: string;
  readonly date: string;
  readonly version: number;
  readonly slots: readonly HeldSlot[];
  readonly busy: readonly CalendarPart[];
};

/** `calendars` names those with busy times on the date, and the day's version that wrote them. */
const dayItem = lazy(() =>
  z.object({
    version: z.number(),
    slots: z.record(z.string(), storedSlot()),
    calendars: z._default(z.record(z.string(), z.number()), {}),
  }),
);

/** Start and end of the part in milliseconds, and those of the whole time where they differ. */
const storedPart = lazy(() =>
  z.tuple([z.number(), z.number(), z.optional(z.number()), z.optional(z.number())]),
);

const busyItem = lazy(() => z.object({ sk: z.string(), version: z.number(), times: z.array(storedPart()) }));

export const partToItem = ({ start, end, whole }: BusyPart): number[] =>
  whole.start === start && whole.end === end ? [start, end] : [start, end, whole.start, whole.end];

const parsePart = ([start, end, wholeStart = start, wholeEnd = end]: z.output<
  ReturnType<typeof storedPart>
>): BusyPart => ({ start, end, whole: { start: wholeStart, end: wholeEnd } });

const DATE_CHARACTERS = "YYYY-MM-DD".length;

/**
 * Returns a day by its item and those of its busy times.
 * @throws ReadAgain when the items cannot have been so at one moment: the reads of a query are not a snapshot
 */
export const parseDay = (attorneyId: string, date: string, items: readonly Item[]): AttorneyDay => {
  const day = items.find(({ sk }) => sk === date) ?? { version: 0, slots: {} };
  const { version, slots, calendars } = dayItem().parse(day);
  const busyItems = items.filter(({ sk }) => sk !== date).map((item) => busyItem().parse(item));
  const versions = busyItems.map((each) => [calendarOf(each.sk), each.version] as const);
  if (!isDeepStrictEqual(Object.fromEntries(versions), calendars)) throw new ReadAgain();
  return {
    attorneyId,
    date,
    version,
    slots: Object.entries(slots).map(([id, slot]) => parseSlot({ id, attorneyId }, slot)),
    busy: busyItems.flatMap(({ sk, times }) =>
      times.map((part) => ({ ...parsePart(part), calendar: calendarOf(sk) })),
    ),
  };
};

const calendarOf = (sortKey: string) => sortKey.slice(DATE_CHARACTERS + 1);

/** Reads the days that a range touches, one for each UTC date; none without a range. */
export const daysWithin = (
  firm: FirmId,
  attorneyId: string,
  range: Interval | null,
): QueryRef<AttorneyDay[]> => ({
  query: async (table) => (range ? readDays(table, firm, { attorneyId, dates: utcDates(range) }) : []),
});

/** Reads the same days again. */
export const sameDays = (firm: FirmId, days: readonly AttorneyDay[]): QueryRef<AttorneyDay[]> => ({
  query: async (table) => {
    const [first] = days;
    const dates = days.map(({ date }) => date);
    return first ? readDays(table, firm, { attorneyId: first.attorneyId, dates }) : [];
  },
});

/** Reads every day of an attorney that has an item. */
export const allDays = (firm: FirmId, attorneyId: string): QueryRef<AttorneyDay[]> => ({
  query: async (table) => {
    const items = await queryItems(table, dayPartition(firm, attorneyId), ["0000", "9999"]);
    return [...groupBy(items, dateOf)].map(([date, ofDate]) => parseDay(attorneyId, date, ofDate));
  },
});

type Dates = { readonly attorneyId: string; readonly dates: readonly string[] };

const readDays = async (table: Table, firm: FirmId, { attorneyId, dates }: Dates): Promise<AttorneyDay[]> => {
  const [first = "", last = first] = [dates[0], dates.at(-1)];
  const items = groupBy(await queryItems(table, dayPartition(firm, attorneyId), [first, last]), dateOf);
  return dates.map((date) => parseDay(attorneyId, date, items.get(date) ?? []));
};

const dateOf = ({ sk }: Item) => String(sk).slice(0, DATE_CHARACTERS);

/** Reads the items of a range of dates, those of the last one's busy times included. */
const queryItems = async (table: Table, pk: string, [first, last]: [string, string]): Promise<Item[]> => {
  const items: Item[] = [];
  let next: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
        ExpressionAttributeValues: { ":pk": pk, ":first": first, ":last": `${last}~` },
        ConsistentRead: true,
        ExclusiveStartKey: next,
      }),
    );
    items.push(...Items);
    next = LastEvaluatedKey;
  } while (next);
  return items;
};

/** Returns the busy times on these days that count. One with the very times of a consultation on them is that consultation. */
export const busyTimesOn = (days: readonly AttorneyDay[]): CalendarPart[] =>
  days.flatMap(({ busy, slots }) => withoutEchoes(busy, slots.filter(isConsultation)));

/** Returns the same, whole and cut to a range, by start. */
export const busyTimesWithin = (days: readonly AttorneyDay[], range: Interval): BusyTime[] => {
  const times = groupBy(
    busyTimesOn(days),
    ({ calendar, whole }) => `${calendar} ${whole.start} ${whole.end}`,
  );
  return [...times.values()]
    .flatMap((parts) =>
      intersect(parts, [range]).map((time) => ({ ...time, calendar: parts[0]?.calendar ?? "" })),
    )
    .sort((one, other) => one.start - other.start || (one.calendar < other.calendar ? -1 : 1));
};

const isConsultation = ({ expiresAtMilliseconds }: HeldSlot) => expiresAtMilliseconds === undefined;

/** Returns the slots of consultations on these days that overlap a range, each once. */
export const consultationSlotsOn = (days: readonly AttorneyDay[], range: Interval): HeldSlot[] =>
  distinctSlots(slotsOn(days).filter((slot) => isConsultation(slot) && overlaps(slot, range)));

/** Returns the slots of these days that are taken now, each once, except the given ones. */
export const takenOn = (
  days: readonly AttorneyDay[],
  nowMilliseconds: number,
  exceptSlots: readonly (HeldSlot | null)[] = [],
): Interval[] =>
  distinctSlots(
    slotsOn(days).filter(
      (slot) =>
        !hasExpired(slot, nowMilliseconds) && !exceptSlots.some((held) => held && isSameSlot(slot, held)),
    ),
  );

/** Returns the slots on these days that are no longer needed: those of expired holds, and of the replaced hold. */
export const obsoleteSlots = (
  days: readonly AttorneyDay[],
  nowMilliseconds: number,
  replaced: HeldSlot | null,
): HeldSlot[] =>
  slotsOn(days).filter(
    (slot) => hasExpired(slot, nowMilliseconds) || (replaced !== null && isSameSlot(slot, replaced)),
  );

/** Returns whether a consultation has another slot on these days: then it has moved between the reads. */
export const hasOtherSlot = (days: readonly AttorneyDay[], current: HeldSlot | null): boolean =>
  current !== null && slotsOn(days).some((slot) => slot.id === current.id && !isSameSlot(slot, current));

type HoldQuery = { readonly range: Interval; readonly nowMilliseconds: number };

/** Returns the live holds on these days that overlap a range, each once, by start. */
export const liveHoldsOn = (days: readonly AttorneyDay[], { range, nowMilliseconds }: HoldQuery): Hold[] =>
  distinctSlots(slotsOn(days).filter((slot) => !hasExpired(slot, nowMilliseconds) && overlaps(slot, range)))
    .flatMap(toHolds)
    .toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));

const slotsOn = (days: readonly AttorneyDay[]) => days.flatMap(({ slots }) => slots);

/** Returns each taken slot once. A slot across midnight is on two days. */
const distinctSlots = (slots: readonly HeldSlot[]) => [
  ...new Map(slots.map((slot) => [slot.id, slot])).values(),
];

const hasExpired = ({ expiresAtMilliseconds }: HeldSlot, nowMilliseconds: number) =>
  expiresAtMilliseconds !== undefined && isExpired(expiresAtMilliseconds, nowMilliseconds);

const toHolds = ({ id, attorneyId, start, end, expiresAtMilliseconds }: HeldSlot): Hold[] =>
  expiresAtMilliseconds === undefined
    ? []
    : [
        {
          id,
          attorneyId,
          startAt: new Date(start).toISOString(),
          durationMinutes: (end - start) / millisecondsInMinute,
          expiresAt: new Date(expiresAtMilliseconds).toISOString(),
        },
      ];
