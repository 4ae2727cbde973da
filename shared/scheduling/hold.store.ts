import { notFound } from "../api/app-error.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Write } from "../table/write.ts";
import { type AttorneyHolds, holdAddition } from "./attorney-holds.store.ts";
import type { Hold } from "./hold.rules.ts";
import { holdEnding, holdToItem } from "./hold-record.store.ts";
import { preconditionWrites, type SlotPreconditions } from "./slot-preconditions.store.ts";
import { slotOfHold, slotWrites } from "./slot-writes.store.ts";

type NewHold = {
  readonly preconditions: SlotPreconditions;
  /** As they were counted. */
  readonly holds: AttorneyHolds;
  readonly nowMilliseconds: number;
};

/** Writes a new hold and takes its slot. */
export const putHold = (
  firm: FirmId,
  hold: Hold,
  { preconditions, holds, nowMilliseconds }: NewHold,
): Write[] => [
  { New: { ...holdToItem(firm, hold), expiresAtEpochSeconds: deletedAtEpochSeconds(hold) } },
  ...slotWrites(firm, { ...preconditions, released: null, taken: slotOfHold(hold) }),
  ...preconditionWrites(firm, preconditions),
  holdAddition(firm, hold, { holds, nowMilliseconds }),
];

/** Ends a hold and releases its slot; refused as not found when it has ended or its slot was cleaned up. */
export const endHold = (firm: FirmId, hold: Hold): Write[] =>
  [
    ...holdEnding(firm, hold),
    ...slotWrites(firm, { released: slotOfHold(hold), taken: null, days: [], obsolete: [] }),
  ].map((write) => ({ ...write, refusal: () => notFound("hold") }));

/** An idempotency key outlives the hold that it made; a repeat shows the hold. */
const deletedAtEpochSeconds = ({ expiresAt }: Hold) =>
  Math.ceil(Date.parse(expiresAt) / 1000) + LIMITS.idempotencyKeySeconds;
