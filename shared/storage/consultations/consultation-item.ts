import * as z from "zod/mini";
import { CONSULTATION_STATUS_NAMES } from "../../contract/consultations.ts";
import { customData } from "../../contract/schema/custom-data.ts";
import { lazy } from "../../contract/schema/lazy.ts";
import type { Consultation } from "../../domain/consultations/consultation.ts";
import type { Change } from "../../domain/events/change.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { changeAttributes } from "../change-attributes.ts";
import type { Item } from "../dynamodb/item.ts";
import { consultationKey } from "../record-keys.ts";

const consultationItem = lazy(() =>
  z.object({
    sk: z.string(),
    leadId: z.string(),
    attorneyId: z.string(),
    type: z.string(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    startAt: z.string(),
    durationMinutes: z.number(),
    timeZone: z.string(),
    paid: z.boolean(),
    amount: z.nullable(z.number()),
    outcome: z.nullable(z.string()),
    // Consultations stored before this field have none.
    data: z._default(customData(), {}),
    revision: z.number(),
  }),
);

/** @throws ZodError when the item is not a consultation */
export const parseConsultation = (item: Item): Consultation => {
  const { sk, ...fields } = consultationItem().parse(item);
  return { id: sk, ...fields };
};

export const consultationToItem = (firm: FirmId, { id, ...fields }: Consultation, change: Change): Item => ({
  ...consultationKey(firm, id),
  ...fields,
  ...changeAttributes(change),
});
