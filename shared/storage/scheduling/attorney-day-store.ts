import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Interval, overlaps } from "../../domain/scheduling/intervals.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import type { Item } from "../dynamodb/item.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { dayKey, dayPartition } from "../record-keys.ts";

/**
 * The slots booked with an attorney that touch a UTC date, by consultation id. `version` counts the slots ever taken;
 * 0 means that the day has no item.
 */
export type AttorneyDay = {
  readonly attorneyId: string;
  readonly date: string;
  readonly version: number;
  readonly slots: ReadonlyMap<string, Interval>;
};

const dayItem = lazy(() =>
  z.object({
    version: z.number(),
    slots: z.record(z.string(), z.tuple([z.number(), z.number()])),
  }),
);

const parseDay = (attorneyId: string, date: string, item: Item | undefined): AttorneyDay => {
  const { version, slots } = dayItem().parse(item ?? { version: 0, slots: {} });
  const intervals = Object.entries(slots).map(([id, [start, end]]) => [id, { start, end }] as const);
  return { attorneyId, date, version, slots: new Map(intervals) };
};

export const dayRecord = (firm: FirmId, attorneyId: string, date: string): RecordRef<AttorneyDay> => ({
  key: dayKey(firm, attorneyId, date),
  parse: (item) => parseDay(attorneyId, date, item),
});

/** The days that a range touches and on which a slot was ever booked. */
export const readDays = async (
  table: Table,
  firm: FirmId,
  attorneyId: string,
  range: Interval,
): Promise<AttorneyDay[]> => {
  const dates = utcDates(range);
  // A day holds at most 289 slots of five minutes, so a month of days stays far below a query's one megabyte.
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
      ExpressionAttributeValues: {
        ":pk": dayPartition(firm, attorneyId),
        ":first": dates[0],
        ":last": dates.at(-1),
      },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => parseDay(attorneyId, String(item.sk), item));
};

/** The slots of these days that overlap a range, each once, by consultation id. */
export const slotsWithin = (days: readonly AttorneyDay[], range: Interval): ReadonlyMap<string, Interval> =>
  new Map(days.flatMap(({ slots }) => [...slots].filter(([, slot]) => overlaps(slot, range))));

/** The booked intervals of these days, each once, except for one consultation's own slot. */
export const busyOn = (days: readonly AttorneyDay[], ownId?: string): Interval[] => {
  const slots = new Map(days.flatMap((day) => [...day.slots]));
  return [...slots].flatMap(([id, slot]) => (id === ownId ? [] : [slot]));
};
