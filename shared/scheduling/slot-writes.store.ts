import { isDeepStrictEqual } from "node:util";
import type { Member } from "../members/member.rules.ts";
import { notFound } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { dayKey, memberKey, type RecordKey, recordKeyText } from "../table/record-keys.ts";
import { unchanged, updateExpressions } from "../table/update-item.ts";
import { slotOf, utcDates } from "../time/intervals.rules.ts";
import type { AttorneyDay, HeldSlot } from "./attorney-day.rules.ts";
import { slotToItem } from "./attorney-day.store.ts";
import type { Hold } from "./hold.rules.ts";
import { type AttorneyHolds, holdAddition, holdEnding, holdToItem } from "./hold.store.ts";

/** Returns the slot of a hold. */
export const slotOfHold = ({ id, attorneyId, expiresAt, ...hold }: Hold): HeldSlot => ({
  ...slotOf(hold),
  id,
  attorneyId,
  expiresAtMilliseconds: Date.parse(expiresAt),
});

/** The records that the slot check read. The write requires them unchanged. */
export type SlotPreconditions = {
  readonly attorney: Member;
  readonly days: readonly AttorneyDay[];
  /** The hold that the slot replaces. The write ends it. */
  readonly hold: Hold | null;
  /** The holds counted for a new hold. */
  readonly holds: AttorneyHolds | null;
  /** Slots on these days that the write may drop: of the replaced hold and of expired ones. */
  readonly obsolete: readonly HeldSlot[];
  /** Requires that the lead can still be booked. */
  readonly clearance: readonly Write[];
};

type SlotChange = { readonly released: HeldSlot | null; readonly taken: HeldSlot | null };

/** Takes a slot and releases another. Requires the preconditions of the taken slot, and ends the hold that it replaces. */
export const slotWrites = (
  firm: FirmId,
  change: SlotChange & { readonly preconditions?: SlotPreconditions | undefined },
): Write[] => {
  const { preconditions } = change;
  if (preconditions === undefined) return dayWrites(firm, { ...change, days: [], obsolete: [] });
  const { attorney, hold, clearance } = preconditions;
  return [
    ...dayWrites(firm, { ...change, ...preconditions }),
    memberCheck(firm, attorney),
    ...clearance,
    ...(hold ? holdEnding(firm, hold) : []),
  ];
};

/**
 * Returns the writes of the day items, one for each day: a slot is taken, another released; one that is both needs no
 * write. Taking requires that every day in the slot check is unchanged, also those that only a buffer or the local day
 * reaches, and drops obsolete slots. Releasing only makes room, so it neither requires nor changes `version`.
 */
export const dayWrites = (
  firm: FirmId,
  { released, taken, days, obsolete }: SlotChange & Pick<SlotPreconditions, "days" | "obsolete">,
): Write[] => {
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
  return [...dayChanges.values()].map(dayWrite);
};

/** The change of one day item. */
type DayChange = {
  readonly key: RecordKey;
  /** The day as the slot check read it. */
  readonly checked: AttorneyDay | null;
  readonly taken: HeldSlot | null;
  readonly released: HeldSlot | null;
  readonly obsolete: readonly HeldSlot[];
};

const NO_CHANGE = { checked: null, taken: null, released: null };

const dayWrite = (change: DayChange): Write => {
  const { key, checked, taken, released } = change;
  if (taken) return takingWrite(key, requireChecked(checked), { ...change, taken });
  if (released) return releasingWrite(key, checked, released);
  return { ConditionCheck: { Key: key, ...unchanged(requireChecked(checked)) } };
};

const requireChecked = (day: AttorneyDay | null): AttorneyDay => {
  if (day === null) throw new Error("A slot was not checked against every day that it touches.");
  return day;
};

const takingWrite = (
  key: RecordKey,
  day: AttorneyDay,
  { taken, released, obsolete }: DayChange & { readonly taken: HeldSlot },
): Write => {
  const slot = slotToItem(taken);
  if (day.version === 0) return { New: { ...key, slots: { [taken.id]: slot }, version: 1 } };
  const isRemoved = (each: HeldSlot) =>
    each.id !== taken.id && (obsolete.includes(each) || each.id === released?.id);
  const update = updateExpressions({
    set: [[["slots", taken.id], slot]],
    removed: day.slots.filter(isRemoved).map(({ id }) => ["slots", id]),
    incremented: [["version"]],
    when: { version: day.version },
  });
  return { Update: { Key: key, ...update } };
};

const releasingWrite = (key: RecordKey, checked: AttorneyDay | null, released: HeldSlot): Write => ({
  Update: {
    Key: key,
    UpdateExpression: "REMOVE slots.#id",
    ConditionExpression: `slots.#id = :slot${checked ? " AND version = :version" : ""}`,
    ExpressionAttributeNames: { "#id": released.id },
    ExpressionAttributeValues: {
      ":slot": slotToItem(released),
      ...(checked && { ":version": checked.version }),
    },
  },
});

/** Requires the attorney's settings to be unchanged since the slot check read them. */
const memberCheck = (firm: FirmId, { id, version, minSettingsVersion }: Member): Write => ({
  ConditionCheck: {
    Key: memberKey(firm, id),
    ConditionExpression: "version = :version AND minSettingsVersion = :minimum",
    ExpressionAttributeValues: { ":version": version, ":minimum": minSettingsVersion },
  },
});

/** Writes a new hold and takes its slot. */
export const putHold = (
  firm: FirmId,
  hold: Hold,
  { preconditions, nowMilliseconds }: { preconditions: SlotPreconditions; nowMilliseconds: number },
): Write[] => {
  const { holds } = preconditions;
  if (holds === null) throw new Error("The holds of the attorney were not counted.");
  return [
    { New: { ...holdToItem(firm, hold), expiresAtEpochSeconds: deletedAtEpochSeconds(hold) } },
    ...slotWrites(firm, { released: null, taken: slotOfHold(hold), preconditions }),
    holdAddition(firm, hold, { holds, nowMilliseconds }),
  ];
};

/** Ends a hold and releases its slot. Refused as not found when it has ended or its slot was cleaned up. */
export const endHold = (firm: FirmId, hold: Hold): Write[] =>
  [...holdEnding(firm, hold), ...slotWrites(firm, { released: slotOfHold(hold), taken: null })].map(
    (write) => ({ ...write, refusal: () => notFound("hold") }),
  );

/** Keeps a hold as long as the idempotency key that made it, because a repeat shows the hold. */
const deletedAtEpochSeconds = ({ expiresAt }: Hold) =>
  Math.ceil(Date.parse(expiresAt) / 1000) + LIMITS.idempotencyKeySeconds;
