import { isDeepStrictEqual } from "node:util";
import { type Consultation, slotOf } from "../../domain/consultations/consultation.ts";
import { keepsSlot } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Interval } from "../../domain/scheduling/intervals.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import { type RecordKey, recordKeyText } from "../dynamodb/item.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactItem } from "../dynamodb/transaction.ts";
import { dayKey } from "../record-keys.ts";
import type { AttorneyDay } from "./attorney-day-store.ts";

/** A slot that an attorney's days hold under an id. */
export type HeldSlot = Interval & { readonly id: string; readonly attorneyId: string };

/** The slot that a consultation holds; null when its status gives it back. */
export const heldSlot = (consultation: Consultation): HeldSlot | null =>
  keepsSlot(consultation.status)
    ? { ...slotOf(consultation), id: consultation.id, attorneyId: consultation.attorneyId }
    : null;

type SlotChange = {
  readonly released: readonly HeldSlot[];
  readonly taken: HeldSlot | null;
  /** As the slot check read them. */
  readonly days: readonly AttorneyDay[];
};

/**
 * The writes of the day items, each day once: a slot is taken, others are released; one that is both needs no write.
 * Taking requires every day that the slot check read to be unchanged, also those that only a buffer or the local day
 * reaches. Releasing only makes room, so it neither requires nor changes `version`.
 */
export const slotWrites = (
  table: Table,
  firm: FirmId,
  { released, taken, days }: SlotChange,
): TransactItem[] => {
  if (taken && released.some((slot) => isDeepStrictEqual(slot, taken))) return [];
  const parts: DayPart[] = [
    ...released.flatMap((slot) => utcDates(slot).map((date) => ({ ...slot, date, released: slot }))),
    ...(taken ? days.map((day) => ({ ...day, checked: day })) : []),
    ...(taken ? utcDates(taken).map((date) => ({ ...taken, date, taken })) : []),
  ];
  return groupByDay(firm, parts).map((change) => dayWrite(table, change));
};

/** One of the things that happen to a day item. */
type DayPart = {
  readonly attorneyId: string;
  readonly date: string;
  /** The day as the slot check read it. */
  readonly checked?: AttorneyDay;
  readonly taken?: HeldSlot;
  readonly released?: HeldSlot;
};

type DayChange = Pick<DayPart, "checked" | "taken"> & {
  readonly key: RecordKey;
  readonly released: readonly HeldSlot[];
};

const groupByDay = (firm: FirmId, parts: readonly DayPart[]): DayChange[] => {
  const changes = new Map<string, DayChange>();
  for (const { attorneyId, date, checked, taken, released } of parts) {
    const key = dayKey(firm, attorneyId, date);
    const change = changes.get(recordKeyText(key));
    changes.set(recordKeyText(key), {
      key,
      checked: checked ?? change?.checked,
      taken: taken ?? change?.taken,
      released: [...(change?.released ?? []), ...(released ? [released] : [])],
    });
  }
  return [...changes.values()];
};

const dayWrite = (table: Table, change: DayChange): TransactItem => {
  if (change.taken && !change.checked) {
    throw new Error("A slot was not checked against every day that it touches.");
  }
  return change.checked?.version === 0 ? newDay(table, change) : changedDay(table, change);
};

/** The write of a day without an item so far. */
const newDay = (table: Table, { key, taken }: DayChange): TransactItem => {
  const condition = { TableName: table.name, ConditionExpression: "attribute_not_exists(pk)" };
  if (taken === undefined) return { ConditionCheck: { ...condition, Key: key } };
  return { Put: { ...condition, Item: { ...key, slots: { [taken.id]: storedSlot(taken) }, version: 1 } } };
};

const changedDay = (table: Table, { key, checked, taken, released }: DayChange): TransactItem => {
  const removed = released.filter(({ id }) => id !== taken?.id);
  const removedPaths = removed.map((_, index) => `slots.#removed${index}`);
  const changes = [
    ...(taken ? ["SET slots.#taken = :slot, version = :next"] : []),
    ...(removedPaths.length > 0 ? [`REMOVE ${removedPaths.join(", ")}`] : []),
  ];
  const conditions = [
    ...(checked ? ["version = :version"] : []),
    ...removedPaths.map((path) => `attribute_exists(${path})`),
  ];
  const condition = {
    TableName: table.name,
    Key: key,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: unlessEmpty({
      ...(taken && { "#taken": taken.id }),
      ...Object.fromEntries(removed.map(({ id }, index) => [`#removed${index}`, id])),
    }),
    ExpressionAttributeValues: unlessEmpty({
      ...(checked && { ":version": checked.version }),
      ...(taken && checked && { ":slot": storedSlot(taken), ":next": checked.version + 1 }),
    }),
  };
  return changes.length > 0
    ? { Update: { ...condition, UpdateExpression: changes.join(" ") } }
    : { ConditionCheck: condition };
};

const storedSlot = ({ start, end }: HeldSlot) => [start, end];

/** DynamoDB rejects an empty map of names or values. */
const unlessEmpty = <Entries extends object>(entries: Entries) =>
  Object.keys(entries).length > 0 ? entries : undefined;
