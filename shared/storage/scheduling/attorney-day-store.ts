import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { millisecondsInMinute } from "date-fns/constants";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Hold, isExpired } from "../../domain/scheduling/hold.ts";
import { type Interval, overlaps } from "../../domain/scheduling/intervals.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import type { Item } from "../dynamodb/item.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { dayKey, dayPartition } from "../record-keys.ts";

/** A consultation's slot, or that of a hold, which expires. */
export type DaySlot = Interval & { readonly expiresAtMilliseconds?: number | undefined };

/**
 * The slots of an attorney that touch a UTC date, by the id of the consultation or hold. `version` counts the slots
 * ever taken; 0 means that the day has no item.
 */
export type AttorneyDay = {
  readonly attorneyId: string;
  readonly date: string;
  readonly version: number;
  readonly slots: ReadonlyMap<string, DaySlot>;
};

const dayItem = lazy(() =>
  z.object({
    version: z.number(),
    // Start, end and, of a hold, when it expires.
    slots: z.record(z.string(), z.tuple([z.number(), z.number(), z.optional(z.number())])),
  }),
);

const parseDay = (attorneyId: string, date: string, item: Item | undefined): AttorneyDay => {
  const { version, slots } = dayItem().parse(item ?? { version: 0, slots: {} });
  const daySlots = Object.entries(slots).map(
    ([id, [start, end, expiresAtMilliseconds]]) => [id, { start, end, expiresAtMilliseconds }] as const,
  );
  return { attorneyId, date, version, slots: new Map(daySlots) };
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

/** The slots of these days that overlap a range. */
export const daysWithin = (days: readonly AttorneyDay[], range: Interval): AttorneyDay[] =>
  days.map((day) => ({ ...day, slots: new Map([...day.slots].filter(([, slot]) => overlaps(slot, range))) }));

/** The slots of consultations on these days, each once, by consultation id. */
export const consultationSlotsOn = (days: readonly AttorneyDay[]): ReadonlyMap<string, Interval> =>
  new Map(slotsOn(days).filter(([, { expiresAtMilliseconds }]) => expiresAtMilliseconds === undefined));

/** The slots of these days that are taken now, each once, except for those with one of the given ids. */
export const busyOn = (
  days: readonly AttorneyDay[],
  nowMilliseconds: number,
  exceptIds: readonly string[] = [],
): Interval[] =>
  slotsOn(days).flatMap(([id, slot]) =>
    exceptIds.includes(id) || hasExpired(slot, nowMilliseconds) ? [] : [slot],
  );

/** The ids of expired holds that are still on these days. */
export const expiredIdsOn = (days: readonly AttorneyDay[], nowMilliseconds: number): string[] =>
  slotsOn(days).flatMap(([id, slot]) => (hasExpired(slot, nowMilliseconds) ? [id] : []));

/** The live holds on these days, each once, by start. */
export const liveHoldsOn = (days: readonly AttorneyDay[], nowMilliseconds: number): Hold[] => {
  const holds = days.flatMap(({ attorneyId, slots }) =>
    [...slots].flatMap(([id, slot]) =>
      hasExpired(slot, nowMilliseconds) ? [] : heldBy({ ...slot, id, attorneyId }),
    ),
  );
  return [...new Map(holds.map((hold) => [hold.id, hold])).values()].toSorted(
    (one, other) => Date.parse(one.startAt) - Date.parse(other.startAt),
  );
};

/** A slot across midnight is on two days. */
const slotsOn = (days: readonly AttorneyDay[]) => [...new Map(days.flatMap(({ slots }) => [...slots]))];

const hasExpired = ({ expiresAtMilliseconds }: DaySlot, nowMilliseconds: number) =>
  expiresAtMilliseconds !== undefined && isExpired(expiresAtMilliseconds, nowMilliseconds);

const heldBy = ({
  id,
  attorneyId,
  start,
  end,
  expiresAtMilliseconds,
}: DaySlot & { readonly id: string; readonly attorneyId: string }): Hold[] =>
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
