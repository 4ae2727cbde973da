import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { millisecondsInMinute } from "date-fns/constants";
import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { QueryRef, RecordRef } from "../table/read-records.ts";
import { dayKey, dayPartition, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type Interval, overlaps, utcDates } from "../time/intervals.rules.ts";
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
 * The slots of an attorney that touch a UTC date. `version` counts the slots ever taken; 0 means that the day has no
 * item.
 */
export type AttorneyDay = {
  readonly attorneyId: string;
  readonly date: string;
  readonly version: number;
  readonly slots: readonly HeldSlot[];
};

const dayItem = lazy(() => z.object({ version: z.number(), slots: z.record(z.string(), storedSlot()) }));

export const parseDay = (attorneyId: string, date: string, item: Item | undefined): AttorneyDay => {
  const { version, slots } = dayItem().parse(item ?? { version: 0, slots: {} });
  const parsed = Object.entries(slots).map(([id, slot]) => parseSlot({ id, attorneyId }, slot));
  return { attorneyId, date, version, slots: parsed };
};

export const dayRecord = (firm: FirmId, attorneyId: string, date: string): RecordRef<AttorneyDay> => ({
  key: dayKey(firm, attorneyId, date),
  parse: (item) => parseDay(attorneyId, date, item),
});

/** Reads the days that a range touches and that ever had a booked slot; none without a range. */
export const daysWithin = (
  firm: FirmId,
  attorneyId: string,
  range: Interval | null,
): QueryRef<AttorneyDay[]> => ({
  query: async (table) => (range ? queryDays(table, firm, attorneyId, range) : []),
});

const queryDays = async (
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

/** Returns the slots of consultations on these days that overlap a range, each once. */
export const consultationSlotsOn = (days: readonly AttorneyDay[], range: Interval): HeldSlot[] =>
  distinctSlots(
    slotsOn(days).filter((slot) => slot.expiresAtMilliseconds === undefined && overlaps(slot, range)),
  );

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
