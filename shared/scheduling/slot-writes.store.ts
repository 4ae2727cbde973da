import { isDeepStrictEqual } from "node:util";
import { type Consultation, slotOf } from "../consultations/consultation.rules.ts";
import { keepsSlot } from "../consultations/consultation-status.rules.ts";
import { updateExpressions } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type RecordKey, recordKeyText } from "../table/item.ts";
import { dayKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { TransactItem } from "../table/transaction.ts";
import type { AttorneyDay } from "./attorney-day.store.ts";
import { type DaySlot, type HeldSlot, isSlotOf, slotBytes, slotKey } from "./day-slot.store.ts";
import type { Hold } from "./hold.rules.ts";
import { utcDates } from "./utc-dates.rules.ts";

/** The slot of a hold. */
export const slotOfHold = ({ id, attorneyId, expiresAt, ...hold }: Hold): HeldSlot => ({
  ...slotOf(hold),
  id,
  attorneyId,
  expiresAtMilliseconds: Date.parse(expiresAt),
});

/** The slot that a consultation holds; null when its status gives it back. */
export const slotOfConsultation = (consultation: Consultation): HeldSlot | null =>
  keepsSlot(consultation.status)
    ? { ...slotOf(consultation), id: consultation.id, attorneyId: consultation.attorneyId }
    : null;

type SlotChange = {
  readonly released: HeldSlot | null;
  readonly taken: HeldSlot | null;
  /** As the slot check read them. */
  readonly days: readonly AttorneyDay[];
  /** Slots of these days that may be dropped from the ones to take from. */
  readonly obsolete: readonly DaySlot[];
};

/**
 * The writes of the day items, each day once: a slot is taken, another released; one that is both needs no write.
 * Taking requires every day that the slot check read to be unchanged, also those that only a buffer or the local day
 * reaches, and drops obsolete slots. Releasing only makes room, so it neither requires nor changes `version`.
 */
export const slotWrites = (table: Table, firm: FirmId, change: SlotChange): TransactItem[] => {
  const { released, taken, days, obsolete } = change;
  if (released && isDeepStrictEqual(released, taken)) return [];
  const dayChanges = new Map<string, DayChange>();
  const add = (attorneyId: string, date: string, part: Partial<DayChange>) => {
    const key = dayKey(firm, attorneyId, date);
    const before = dayChanges.get(recordKeyText(key)) ?? NO_CHANGE;
    dayChanges.set(recordKeyText(key), { ...before, obsolete, ...part, key });
  };
  const addSlot = (slot: HeldSlot | null, part: Partial<DayChange>) => {
    if (slot) for (const date of utcDates(slot)) add(slot.attorneyId, date, part);
  };
  addSlot(released, { released });
  addSlot(taken, { taken });
  if (taken) for (const day of days) add(day.attorneyId, day.date, { checked: day });
  return [...dayChanges.values()].map((dayChange) => dayWrite(table, dayChange));
};

/** What happens to one day item. */
type DayChange = {
  readonly key: RecordKey;
  /** The day as the slot check read it. */
  readonly checked: AttorneyDay | null;
  readonly taken: HeldSlot | null;
  readonly released: HeldSlot | null;
  readonly obsolete: readonly DaySlot[];
};

const NO_CHANGE = { checked: null, taken: null, released: null };

const dayWrite = (table: Table, change: DayChange): TransactItem => {
  const { key, checked, taken, released } = change;
  const target = { TableName: table.name, Key: key };
  if (taken) return takingWrite(target, requireChecked(checked), { ...change, taken });
  if (released) return releasingWrite(target, checked, released);
  return { ConditionCheck: { ...target, ...unchanged(requireChecked(checked)) } };
};

type Target = { readonly TableName: string; readonly Key: RecordKey };

const requireChecked = (day: AttorneyDay | null): AttorneyDay => {
  if (day === null) throw new Error("A slot was not checked against every day that it touches.");
  return day;
};

/** A slot that starts at the same time is replaced: the check found it expired, or it is the one that is released. */
const takingWrite = (
  target: Target,
  day: AttorneyDay,
  { taken, released, obsolete }: DayChange & { readonly taken: HeldSlot },
): TransactItem => {
  const key = slotKey(day.date, taken);
  const slot = slotBytes(taken);
  if (day.version === 0) {
    const Item = { ...target.Key, slots: { [key]: slot }, version: 1 };
    return { Put: { TableName: target.TableName, Item, ...unchanged(day) } };
  }
  const isRemoved = (each: DaySlot) => obsolete.includes(each) || (released && isSlotOf(each, released));
  const update = updateExpressions({
    set: [[["slots", key], slot]],
    removed: [...day.slots]
      .filter(([name, each]) => name !== key && isRemoved(each))
      .map(([name]) => ["slots", name]),
    incremented: [["version"]],
    when: { version: day.version },
  });
  return { Update: { ...target, ...update } };
};

/** The day need not have been read, so the slot may be stored in the form from before 2026-11-22, under its id. */
const releasingWrite = (target: Target, checked: AttorneyDay | null, released: HeldSlot): TransactItem => ({
  Update: {
    ...target,
    UpdateExpression: "REMOVE slots.#key, slots.#id",
    ConditionExpression: `(slots.#key = :slot OR attribute_exists(slots.#id))${checked ? " AND version = :version" : ""}`,
    ExpressionAttributeNames: { "#key": slotKey(target.Key.sk, released), "#id": released.id },
    ExpressionAttributeValues: {
      ":slot": slotBytes(released),
      ...(checked && { ":version": checked.version }),
    },
  },
});

/** Requires that no slot was taken on a day since it was read. */
const unchanged = ({ version }: AttorneyDay) =>
  version === 0
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } };
