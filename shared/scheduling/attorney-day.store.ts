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
import { type Interval, utcDates } from "../time/intervals.rules.ts";
import type { AttorneyDay, HeldSlot } from "./attorney-day.rules.ts";
import type { BusyPart } from "./busy-time.rules.ts";

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

/** Reads every day of an attorney, from a date on, that has an item. */
export const daysFrom = (firm: FirmId, attorneyId: string, date: string): QueryRef<AttorneyDay[]> => ({
  query: async (table) => {
    const items = await queryItems(table, dayPartition(firm, attorneyId), [date, "9999"]);
    return [...groupBy(items, dateOf)].map(([each, ofDate]) => parseDay(attorneyId, each, ofDate));
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
