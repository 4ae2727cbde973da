import * as z from "zod/mini";
import type { Change } from "../api/change.ts";
import { customData } from "../api/schema/custom-data.ts";
import { lazy } from "../api/schema/lazy.ts";
import { changeAttributes } from "../events/change-attributes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { listingOf } from "../table/listing.ts";
import { leadKey } from "../table/record-keys.ts";
import { erasureItem } from "./erasure-item.store.ts";
import type { Lead } from "./lead.rules.ts";
import { textsByAttribute } from "./lead-fields.contract.ts";

const leadItem = lazy(() =>
  z.object({
    sk: z.string(),
    // A lead lacks the texts that came after it was stored.
    ...textsByAttribute(() => z._default(z.string(), "")),
    stage: z.string(),
    // Absent without an assignee, which keeps the lead out of the index by assignee.
    assigneeId: z._default(z.string(), ""),
    listing: z.enum(["active", "archived"]),
    lastActivityAt: z.string(),
    data: customData(),
    revision: z.number(),
    erasure: erasureItem(),
  }),
);

/** @throws ZodError when the item is not a lead */
export const parseLead = (item: Item): Lead => {
  const { sk, assigneeId, listing, ...fields } = leadItem().parse(item);
  return { id: sk, ...fields, assigneeId: assigneeId || null, archived: listing === "archived" };
};

export const leadToItem = (firm: FirmId, lead: Lead, change: Change): Item => {
  const { id, archived, assigneeId, ...fields } = lead;
  return {
    ...leadKey(firm, id),
    ...fields,
    ...(assigneeId !== null && { assigneeId }),
    listing: listingOf(archived),
    ...changeAttributes(change),
  };
};
