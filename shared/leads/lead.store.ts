import type { Change } from "../api/change.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { leadKey } from "../table/record-keys.ts";
import type { Write } from "../table/write.ts";
import type { Lead } from "./lead.rules.ts";
import { leadToItem, parseLead } from "./lead-item.store.ts";

/** A lead of this firm, or null. */
export const leadRecord = (firm: FirmId, id: string): RecordRef<Lead | null> => ({
  key: leadKey(firm, id),
  parse: nullIfMissing(parseLead),
});

/**
 * Writes a lead: a new one, or one that was read, and has not changed since. `revision` is that of the lead to write, one
 * more than that of the lead that was read.
 */
export const putLead = (firm: FirmId, lead: Lead, change: Change): Write => {
  const Item = leadToItem(firm, lead, change);
  if (lead.revision === 1) return { New: Item };
  return {
    Put: {
      Item,
      ConditionExpression: "revision = :before",
      ExpressionAttributeValues: { ":before": lead.revision - 1 },
    },
  };
};
