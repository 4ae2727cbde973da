import * as z from "zod/mini";
import type { Change } from "../api/change.ts";
import { customData } from "../api/schema/custom-data.ts";
import { lazy } from "../api/schema/lazy.ts";
import { changeAttributes } from "../events/change-attributes.store.ts";
import { erasureItem } from "../leads/erasure-item.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { listingOf } from "../table/listing.ts";
import { consultationKey } from "../table/record-keys.ts";
import { CONSULTATION_STATUS_NAMES } from "./consultation.contract.ts";
import type { Consultation } from "./consultation.rules.ts";

const consultationItem = lazy(() =>
  z.object({
    sk: z.string(),
    leadId: z.string(),
    // Absent unless archived.
    listing: z.optional(z.literal("archived")),
    attorneyId: z.string(),
    type: z.string(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    startAt: z.string(),
    durationMinutes: z.number(),
    timeZone: z.string(),
    paid: z.boolean(),
    amount: z.nullable(z.number()),
    outcome: z.nullable(z.string()),
    data: customData(),
    revision: z.number(),
    erasure: erasureItem(),
  }),
);

/** @throws ZodError when the item is not a consultation */
export const parseConsultation = (item: Item): Consultation => {
  const { sk, listing, ...fields } = consultationItem().parse({ leadId: item.archivedLeadId, ...item });
  return { id: sk, ...fields, archived: listing === "archived" };
};

/**
 * An archived consultation has its lead as `archivedLeadId`: without `leadId` it is in none of the indexes of active
 * consultations.
 */
export const consultationToItem = (
  firm: FirmId,
  { id, leadId, archived, ...fields }: Consultation,
  change: Change,
): Item => ({
  ...consultationKey(firm, id),
  ...(archived ? { archivedLeadId: leadId, listing: listingOf(archived) } : { leadId }),
  ...fields,
  ...changeAttributes(change),
});
