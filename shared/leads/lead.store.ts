import { type Change, changeAttributes } from "../api/change.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listingOf } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { type Item, leadKey } from "../table/record-keys.ts";
import type { Lead } from "./lead.rules.ts";
import { leadFields } from "./lead-fields.contract.ts";

const IS_ARCHIVED: Item = { [listingOf(false)]: false, [listingOf(true)]: true };

/** @throws ZodError when the item is not a lead */
export const parseLead = (item: Item): Lead =>
  leadFields.item().parse({
    ...item,
    id: item.sk,
    email: item.leadEmail,
    phone: item.leadPhone,
    // An item that is older than the field lacks it.
    capturedAt: item.capturedAt ?? createdAt(String(item.sk)),
    archived: IS_ARCHIVED[String(item.listing)],
  });

/** Omits a blank email, phone or assignee: each is the key of an index, which accepts none. */
export const leadToItem = (firm: FirmId, lead: Lead, change: Change): Item => {
  const { id, archived, assigneeId, email, phone, ...fields } = lead;
  return {
    ...leadKey(firm, id),
    ...fields,
    ...(assigneeId && { assigneeId }),
    ...(email && { leadEmail: email }),
    ...(phone && { leadPhone: phone }),
    listing: listingOf(archived),
    ...changeAttributes(lead, change),
  };
};

/** Reads a lead of this firm, or null. */
export const leadRecord = (firm: FirmId, id: string): RecordRef<Lead | null> => ({
  key: leadKey(firm, id),
  parse: nullIfMissing(parseLead),
});

/**
 * Writes a new lead, or one that must not have changed since it was read. `revision` is that of the written lead, one
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
