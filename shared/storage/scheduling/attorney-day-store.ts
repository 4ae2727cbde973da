import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import { type Consultation, slotOf } from "../../domain/consultations/consultation.ts";
import { keepsSlot } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Interval } from "../../domain/scheduling/intervals.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import type { Item, RecordKey } from "../dynamodb/item.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactItem } from "../dynamodb/transaction.ts";
import { dayKey, dayPartition } from "../record-keys.ts";

/**
 * What is booked with an attorney on a UTC date: the slot, by consultation, of every live consultation that touches
 * it. `version` counts what was ever taken; 0 stands for a day on which nothing was.
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

/** The days on which something was ever booked, of those that a range touches. */
export const readDays = async (
  table: Table,
  firm: FirmId,
  attorneyId: string,
  range: Interval,
): Promise<AttorneyDay[]> => {
  const dates = utcDates(range);
  // A day holds no more than 289 slots of five minutes, so a month of them is far from the megabyte of a query.
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

/** What is taken on these days, but for one consultation's own slot. */
export const busyOn = (days: readonly AttorneyDay[], ownId?: string): Interval[] =>
  days.flatMap(({ slots }) => [...slots].flatMap(([id, slot]) => (id === ownId ? [] : [slot])));

type SlotChange = {
  readonly before: Consultation | null;
  readonly after: Consultation;
  /** As they were when the new slot was found free. */
  readonly days: readonly AttorneyDay[];
};

/**
 * The day items' part of a consultation's write, each day once: its slot is entered where it is held after it and
 * removed where it no longer is; nothing, where it stays. Entering asks for the days as they were judged. Removing
 * only makes room, so it asks for nothing and leaves `version` alone.
 */
export const slotWrites = (
  table: Table,
  firm: FirmId,
  { before, after, days }: SlotChange,
): TransactItem[] => {
  const [held, wanted] = [heldDays(firm, before), heldDays(firm, after)];
  if (before && held.size > 0 && wanted.size > 0 && isSameSlot(before, after)) return [];
  const taken = [...wanted].map(([name, { key, attorneyId, date }]) => {
    held.delete(name);
    const day = days.find((known) => known.attorneyId === attorneyId && known.date === date);
    if (day === undefined) throw new Error("A slot was not judged by every day that it touches.");
    return take(table, key, after, day);
  });
  return [...taken, ...[...held.values()].map(({ key }) => release(table, key, after.id))];
};

type HeldDay = { readonly key: RecordKey; readonly attorneyId: string; readonly date: string };

const heldDays = (firm: FirmId, consultation: Consultation | null): Map<string, HeldDay> => {
  if (consultation === null || !keepsSlot(consultation.status)) return new Map();
  const { attorneyId } = consultation;
  const days = utcDates(slotOf(consultation)).map((date) => {
    const key = dayKey(firm, attorneyId, date);
    return [`${key.pk}\n${key.sk}`, { key, attorneyId, date }] as const;
  });
  return new Map(days);
};

const isSameSlot = (one: Consultation, other: Consultation) =>
  one.attorneyId === other.attorneyId &&
  one.startAt === other.startAt &&
  one.durationMinutes === other.durationMinutes;

const take = (
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

const release = (table: Table, key: RecordKey, id: string): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: key,
    UpdateExpression: "REMOVE slots.#id",
    ConditionExpression: "attribute_exists(slots.#id)",
    ExpressionAttributeNames: { "#id": id },
  },
});
