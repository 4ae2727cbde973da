import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { Erasure } from "../../domain/erasure.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Table } from "../dynamodb/table.ts";
import { walkPartition } from "../dynamodb/walk-items.ts";
import { erasureItem } from "../erasure-item.ts";
import { consultationPartition } from "../record-keys.ts";

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
