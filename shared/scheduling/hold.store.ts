import { type Claim, type PriorClaim, transactWithClaim } from "../api/idempotency-store.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { type AttorneyHolds, holdAddition } from "./attorney-holds.store.ts";
import type { Hold } from "./hold.rules.ts";
import { holdEnding, holdToItem } from "./hold-record.store.ts";
import { preconditionWrites, type SlotPreconditions } from "./slot-preconditions.store.ts";
import { slotOfHold, slotWrites } from "./slot-writes.store.ts";

type NewHold = {
  readonly hold: Hold;
  readonly preconditions: SlotPreconditions;
  /** As they were counted. */
  readonly holds: AttorneyHolds;
  readonly claim: Claim | null;
  readonly nowMilliseconds: number;
};

export const holdStore = (table: Table) => ({
  /**
   * Writes a hold and takes its slot.
   * @returns the prior claim, having written nothing, when the idempotency key is taken; `conflict` when what the
   * decision was based on has changed
   */
  create: async (
    firm: FirmId,
    { hold, preconditions, holds, claim, nowMilliseconds }: NewHold,
  ): Promise<"done" | "conflict" | PriorClaim> => {
    const Item = { ...holdToItem(firm, hold), expiresAtEpochSeconds: deletedAtEpochSeconds(hold) };
    const writes = [
      { Put: { TableName: table.name, Item, ConditionExpression: "attribute_not_exists(pk)" } },
      ...slotWrites(table, firm, { ...preconditions, released: null, taken: slotOfHold(hold) }),
      ...preconditionWrites(table, firm, preconditions),
      holdAddition(table, firm, hold, { holds, nowMilliseconds }),
    ];
    return transactWithClaim(table, firm, writes, { claim, recordId: hold.id });
  },

  /** Ends a hold and releases its slot; `refused` when it has ended or its slot was cleaned up. */
  delete: async (firm: FirmId, hold: Hold): Promise<"done" | "refused" | "conflict"> => {
    const { result } = await transact(table, [
      ...holdEnding(table, firm, hold),
      ...slotWrites(table, firm, { released: slotOfHold(hold), taken: null, days: [], obsolete: [] }),
    ]);
    return result;
  },
});

/** An idempotency key outlives the hold that it made; a repeat shows the hold. */
const deletedAtEpochSeconds = ({ expiresAt }: Hold) =>
  Math.ceil(Date.parse(expiresAt) / 1000) + LIMITS.idempotencyKeySeconds;
