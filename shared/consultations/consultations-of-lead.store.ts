import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { Erasure } from "../leads/erasure.rules.ts";
import { erasureItem } from "../leads/erasure-item.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { consultationPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";

const keysItem = lazy(() =>
  z.object({
    sk: z.string(),
    leadId: z.optional(z.string()),
    archivedLeadId: z.optional(z.string()),
    erasure: erasureItem(),
  }),
);

export type ConsultationOfLead = { readonly id: string; readonly erasure: Erasure | undefined };

/** Every consultation of a lead, archived ones too. Reads all of the firm, since no consistent index has them by lead. */
export const findConsultationsOfLead = async (
  table: Table,
  firm: FirmId,
  wantedLeadId: string,
): Promise<ConsultationOfLead[]> => {
  const found: ConsultationOfLead[] = [];
  const attributes = ["sk", "leadId", "archivedLeadId", "erasure"];
  for await (const items of walkPartition(table, { pk: consultationPartition(firm), attributes })) {
    for (const item of items) {
      const { sk, leadId, archivedLeadId, erasure } = keysItem().parse(item);
      if ((leadId ?? archivedLeadId) === wantedLeadId) found.push({ id: sk, erasure });
    }
  }
  return found;
};
