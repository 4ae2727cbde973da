import * as z from "zod/mini";
import { customData } from "../../contract/schema/custom-data.ts";
import { lazy } from "../../contract/schema/lazy.ts";
import type { Change } from "../../domain/events/change.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { changeAttributes } from "../change-attributes.ts";
import type { Item } from "../dynamodb/item.ts";
import { erasureItem } from "../erasure-item.ts";
import { listingOf } from "../listing.ts";
import { leadKey } from "../record-keys.ts";

const leadItem = lazy(() =>
  z.object({
    sk: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    source: z.string(),
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
