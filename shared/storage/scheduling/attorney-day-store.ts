import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import { type Consultation, slotOf } from "../../domain/consultations/consultation.ts";
import { keepsSlot } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Interval } from "../../domain/scheduling/intervals.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import { type Item, type RecordKey, recordKeyText } from "../dynamodb/item.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactItem } from "../dynamodb/transaction.ts";
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

/** The booked intervals of these days, except for one consultation's own slot. */
export const busyOn = (days: readonly AttorneyDay[], ownId?: string): Interval[] =>
  days.flatMap(({ slots }) => [...slots].flatMap(([id, slot]) => (id === ownId ? [] : [slot])));

type SlotChange = {
  readonly before: Consultation | null;
  readonly after: Consultation;
  /** As the slot check read them. */
  readonly days: readonly AttorneyDay[];
};

/**
 * The day items to write with a consultation, each day once: its new slot is taken, a slot that it no longer holds is
 * released, and an unchanged slot needs no write. Taking requires the days to be unchanged since the slot check.
 * Releasing only makes room, so it neither requires nor changes `version`.
 */
export const slotWrites = (
  table: Table,
  firm: FirmId,
  { before, after, days }: SlotChange,
): TransactItem[] => {
  const [toRelease, toTake] = [heldDays(firm, before), heldDays(firm, after)];
  if (before && toRelease.size > 0 && toTake.size > 0 && isSameSlot(before, after)) return [];
  const takes = [...toTake].map(([keyText, { key, attorneyId, date }]) => {
    toRelease.delete(keyText);
    const day = days.find((read) => read.attorneyId === attorneyId && read.date === date);
    if (day === undefined) throw new Error("A slot was not judged by every day that it touches.");
    return takeSlot(table, key, after, day);
  });
  return [...takes, ...[...toRelease.values()].map(({ key }) => releaseSlot(table, key, after.id))];
};

type HeldDay = { readonly key: RecordKey; readonly attorneyId: string; readonly date: string };

/** The days that a consultation's slot touches, by key; none when its status holds no slot. */
const heldDays = (firm: FirmId, consultation: Consultation | null): Map<string, HeldDay> => {
  if (consultation === null || !keepsSlot(consultation.status)) return new Map();
  const { attorneyId } = consultation;
  const days = utcDates(slotOf(consultation)).map((date) => {
    const key = dayKey(firm, attorneyId, date);
    return [recordKeyText(key), { key, attorneyId, date }] as const;
  });
  return new Map(days);
};

const isSameSlot = (one: Consultation, other: Consultation) =>
  one.attorneyId === other.attorneyId &&
  one.startAt === other.startAt &&
  one.durationMinutes === other.durationMinutes;

const takeSlot = (
  table: Table,
  key: RecordKey,
  consultation: Consultation,
  { version }: AttorneyDay,
): TransactItem => {
  const { start, end } = slotOf(consultation);
  const slot = [start, end];
  if (version === 0) {
    return {
      Put: {
        TableName: table.name,
        Item: { ...key, slots: { [consultation.id]: slot }, version: 1 },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    };
  }
  return {
    Update: {
      TableName: table.name,
      Key: key,
      UpdateExpression: "SET slots.#id = :slot, version = :next",
      ConditionExpression: "version = :version",
      ExpressionAttributeNames: { "#id": consultation.id },
      ExpressionAttributeValues: { ":slot": slot, ":version": version, ":next": version + 1 },
    },
  };
};

const releaseSlot = (table: Table, key: RecordKey, id: string): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: key,
    UpdateExpression: "REMOVE slots.#id",
    ConditionExpression: "attribute_exists(slots.#id)",
    ExpressionAttributeNames: { "#id": id },
  },
});
