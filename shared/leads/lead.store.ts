import * as z from "zod/mini";
import { type Change, changeAttributes, erasureItem } from "../api/change.ts";
import { customData } from "../schema/fields.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listingOf } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { type Item, leadKey } from "../table/record-keys.ts";
import type { Lead } from "./lead.rules.ts";
import { textsByAttribute } from "./lead-fields.contract.ts";

const leadItem = lazy(() =>
  z.object({
    sk: z.string(),
    // A lead lacks texts that were added after it was stored.
    ...textsByAttribute(() => z._default(z.string(), "")),
    stage: z.string(),
    // Each is the key of an index, which accepts no blank value. A lead without it is not in that index.
    assigneeId: z._default(z.string(), ""),
    leadEmail: z._default(z.string(), ""),
    leadPhone: z._default(z.string(), ""),
    listing: z.enum(["active", "archived"]),
    lastActivityAt: z.string(),
    data: customData(),
    revision: z.number(),
    changeId: z.optional(z.string()),
    erasure: erasureItem(),
    mergedInto: z.optional(z.string()),
    mergedLeadIds: z.optional(z.array(z.string())),
  }),
);

/** @throws ZodError when the item is not a lead */
export const parseLead = (item: Item): Lead => {
  const { sk, assigneeId, leadEmail, leadPhone, listing, ...fields } = leadItem().parse(item);
  return {
    id: sk,
    ...fields,
    email: leadEmail,
    phone: leadPhone,
    assigneeId: assigneeId || null,
    archived: listing === "archived",
  };
};

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
