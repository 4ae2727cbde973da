import type { Erasure } from "../../domain/erasure.ts";
import type { Change } from "../../domain/events/change.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Lead, PERSONAL_FIELDS } from "../../domain/leads/lead.ts";
import type { LeadChange } from "../../domain/leads/lead-changes.ts";
import { changeAttributes } from "../change-attributes.ts";
import {
  conditionalUpdate,
  setFields,
  type Update,
  updateExpressions,
} from "../dynamodb/conditional-update.ts";
import { putNew } from "../dynamodb/put-new.ts";
import { nullIfMissing, type RecordRef } from "../dynamodb/read-records.ts";
import { doneOrConflict } from "../dynamodb/retry-on-conflict.ts";
import type { Table } from "../dynamodb/table.ts";
import { transact } from "../dynamodb/transaction.ts";
import { type Claim, type PriorClaim, putWithClaim } from "../idempotency-store.ts";
import { listingOf } from "../listing.ts";
import { leadKey } from "../record-keys.ts";
import { leadToItem, parseLead } from "./lead-item.ts";

/** A lead of this firm, or null. */
export const leadRecord = (firm: FirmId, id: string): RecordRef<Lead | null> => ({
  key: leadKey(firm, id),
  parse: nullIfMissing(parseLead),
});

/**
 * The item update for a change of a lead that was read, and has not changed since. A change that began before the last one
 * does not set time back.
 */
export const leadUpdate = (
  before: Pick<Lead, "lastActivityAt" | "revision">,
  { fields, data }: LeadChange,
  change: Change,
): Update => {
  const { assigneeId, ...otherFields } = fields;
  const isUnassigned = assigneeId === null;
  const isBehind = change.at < before.lastActivityAt;
  const attributes = {
    ...otherFields,
    ...(assigneeId && { assigneeId }),
    lastActivityAt: isBehind ? before.lastActivityAt : change.at,
    ...changeAttributes(change),
  };
  return {
    set: [
      ...setFields(attributes),
      ...Object.entries(data.set).map(([key, value]) => [["data", key], value] as const),
    ],
    removed: [...data.removed.map((key) => ["data", key]), ...(isUnassigned ? [["assigneeId"]] : [])],
    incremented: [["revision"]],
    when: { revision: before.revision },
  };
};

export const leadStore = (table: Table) => ({
  /**
   * Writes a new lead, together with its idempotency claim if there is one.
   * @returns null, or the key's prior claim, having written nothing
   */
  create: async (
    firm: FirmId,
    lead: Lead,
    change: Change,
    claim: Claim | null,
  ): Promise<PriorClaim | null> => {
    const put = { TableName: table.name, Item: leadToItem(firm, lead, change) };
    if (claim) return putWithClaim(table, firm, put, { claim, recordId: lead.id });
    await putNew(table, put);
    return null;
  },

  /**
   * Changes a lead that was read.
   * @returns the changed lead, or `conflict` when it has changed since
   */
  change: async (
    firm: FirmId,
    before: Pick<Lead, "id" | "revision" | "lastActivityAt">,
    leadChange: LeadChange,
    change: Change,
  ): Promise<Lead | "conflict"> => {
    const update = leadUpdate(before, leadChange, change);
    const { result, item } = await conditionalUpdate(table, leadKey(firm, before.id), update);
    return result === "done" ? parseLead(item) : "conflict";
  },

  /** Replaces the fields of a lead that was read by those without personal data, and marks it as erased. */
  erase: async (firm: FirmId, lead: Lead, change: Change): Promise<"done" | "conflict"> => {
    const erasure: Erasure = { at: change.at, changeId: change.id };
    const fields = Object.fromEntries(PERSONAL_FIELDS.map(({ field }) => [field, lead[field]]));
    const outcome = await conditionalUpdate(table, leadKey(firm, lead.id), {
      set: setFields({ ...fields, erasure, ...changeAttributes(change) }),
      incremented: [["revision"]],
      when: { revision: lead.revision },
    });
    return doneOrConflict(outcome);
  },

  /** Archives or restores a lead that was read. A transaction: its token keeps a repeat from being applied again later. */
  setArchived: async (
    firm: FirmId,
    { id, revision }: Pick<Lead, "id" | "revision">,
    archived: boolean,
    change: Change,
  ): Promise<"done" | "conflict"> => {
    const update = updateExpressions({
      set: setFields({ listing: listingOf(archived), ...changeAttributes(change) }),
      incremented: [["revision"]],
      when: { revision },
    });
    const Key = leadKey(firm, id);
    return doneOrConflict(await transact(table, [{ Update: { TableName: table.name, Key, ...update } }]));
  },
});
