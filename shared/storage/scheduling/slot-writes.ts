import { isDeepStrictEqual } from "node:util";
import { type Consultation, slotOf } from "../../domain/consultations/consultation.ts";
import { keepsSlot } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Hold } from "../../domain/scheduling/hold.ts";
import { utcDates } from "../../domain/scheduling/utc-dates.ts";
import { updateExpressions } from "../dynamodb/conditional-update.ts";
import { type RecordKey, recordKeyText } from "../dynamodb/item.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactItem } from "../dynamodb/transaction.ts";
import { dayKey } from "../record-keys.ts";
import type { AttorneyDay, DaySlot } from "./attorney-day-store.ts";

/** A slot that an attorney's days hold under the id of a consultation or hold. */
type HeldSlot = DaySlot & { readonly id: string; readonly attorneyId: string };

/** The slot of a hold. */
export const heldSlotOf = ({ id, attorneyId, expiresAt, ...hold }: Hold): HeldSlot => ({
  ...slotOf(hold),
  id,
  attorneyId,
  expiresAtMilliseconds: Date.parse(expiresAt),
});

/** The slot that a consultation holds; null when its status gives it back. */
export const heldSlot = (consultation: Consultation): HeldSlot | null =>
  keepsSlot(consultation.status)
    ? { ...slotOf(consultation), id: consultation.id, attorneyId: consultation.attorneyId }
    : null;

type SlotChange = {
  readonly released: HeldSlot | null;
  readonly taken: HeldSlot | null;
  /** As the slot check read them. */
  readonly days: readonly AttorneyDay[];
  /** Slots that may be dropped from the days to take from. */
  readonly obsoleteIds: readonly string[];
};

/**
 * The writes of the day items, each day once: a slot is taken, another released; one that is both needs no write.
 * Taking requires every day that the slot check read to be unchanged, also those that only a buffer or the local day
 * reaches, and drops obsolete slots. Releasing only makes room, so it neither requires nor changes `version`.
 */
export const slotWrites = (table: Table, firm: FirmId, change: SlotChange): TransactItem[] => {
  const { released, taken, days, obsoleteIds } = change;
  if (isDeepStrictEqual(released, taken)) return [];
  const dayChanges = new Map<string, DayChange>();
  const add = (attorneyId: string, date: string, part: Partial<DayChange>) => {
    const key = dayKey(firm, attorneyId, date);
    dayChanges.set(recordKeyText(key), { obsoleteIds, ...dayChanges.get(recordKeyText(key)), ...part, key });
  };
  const addSlot = (slot: HeldSlot | null, part: Partial<DayChange>) => {
    if (slot) for (const date of utcDates(slot)) add(slot.attorneyId, date, part);
  };
  addSlot(released, { releasedId: released?.id });
  addSlot(taken, { taken });
  if (taken) for (const day of days) add(day.attorneyId, day.date, { checked: day });
  return [...dayChanges.values()].map((dayChange) => dayWrite(table, dayChange));
};

/** What happens to one day item. */
type DayChange = {
  readonly key: RecordKey;
  /** The day as the slot check read it. */
  readonly checked?: AttorneyDay | undefined;
  readonly taken?: HeldSlot | null | undefined;
  readonly releasedId?: string | undefined;
  readonly obsoleteIds: readonly string[];
};

const dayWrite = (
  table: Table,
  { key, checked, taken, releasedId, obsoleteIds }: DayChange,
): TransactItem => {
  const target = { TableName: table.name, Key: key };
  if (taken) return takingWrite(target, requireChecked(checked), taken, obsoleteIds);
  if (releasedId) return releasingWrite(target, checked, releasedId);
  return { ConditionCheck: { ...target, ...unchanged(requireChecked(checked)) } };
};

type Target = { readonly TableName: string; readonly Key: RecordKey };

const requireChecked = (day: AttorneyDay | undefined): AttorneyDay => {
  if (day === undefined) throw new Error("A slot was not checked against every day that it touches.");
  return day;
};

/** A slot that was held under the same id is replaced. */
const takingWrite = (
  target: Target,
  day: AttorneyDay,
  { id, start, end, expiresAtMilliseconds }: HeldSlot,
  obsoleteIds: readonly string[],
): TransactItem => {
  const slot = [start, end, ...(expiresAtMilliseconds === undefined ? [] : [expiresAtMilliseconds])];
  if (day.version === 0) {
    const Item = { ...target.Key, slots: { [id]: slot }, version: 1 };
    return { Put: { TableName: target.TableName, Item, ...unchanged(day) } };
  }
  const update = updateExpressions({
    set: [[["slots", id], slot]],
    removed: [...day.slots.keys()]
      .filter((each) => obsoleteIds.includes(each))
      .map((each) => ["slots", each]),
    incremented: [["version"]],
    when: { version: day.version },
  });
  return { Update: { ...target, ...update } };
};

const releasingWrite = (target: Target, checked: AttorneyDay | undefined, id: string): TransactItem => ({
  Update: {
    ...target,
    UpdateExpression: "REMOVE slots.#id",
    ConditionExpression: `attribute_exists(slots.#id)${checked ? " AND version = :version" : ""}`,
    ExpressionAttributeNames: { "#id": id },
    ...(checked && { ExpressionAttributeValues: { ":version": checked.version } }),
  },
});

/** Requires that no slot was taken on a day since it was read. */
const unchanged = ({ version }: AttorneyDay) =>
  version === 0
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } };
