import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef, readRecord } from "../table/read-records.ts";
import { leadKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";

// What `merged-leads.store.ts` reads, for those who need ids alone: they neither bundle nor parse a lead.

const mergesItem = lazy(() =>
  z.object({
    sk: z.string(),
    mergedInto: z.optional(z.string()),
    mergedLeadIds: z.optional(z.array(z.string())),
  }),
);

/** The ids of a lead and of those merged into it, and the lead that it was merged into. */
type LeadMerges = { readonly leadIds: readonly string[]; readonly mergedInto: string | undefined };

export const leadMergesRecord = (firm: FirmId, id: string): RecordRef<LeadMerges | null> => ({
  key: leadKey(firm, id),
  parse: nullIfMissing((item) => {
    const { sk, mergedInto, mergedLeadIds = [] } = mergesItem().parse(item);
    return { leadIds: [sk, ...mergedLeadIds], mergedInto };
  }),
});

/** Returns the ids of the lead that remains of a lead, and of those merged into it. */
export const readPersonLeadIds = async (
  table: Table,
  firm: FirmId,
  id: string,
): Promise<readonly string[]> => {
  const lead = await readRecord(table, leadMergesRecord(firm, id));
  if (lead?.mergedInto !== undefined) return readPersonLeadIds(table, firm, lead.mergedInto);
  return lead?.leadIds ?? [];
};
