import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, readRecord } from "../table/read-records.ts";
import { leadKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateExpressions } from "../table/update-item.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord } from "./lead.store.ts";

/**
 * Reads the lead with an id, or the one that it was merged into. That one is never merged itself, so one more read
 * finds it, unless it is merged between the two reads.
 */
const readSurvivingLead = async (table: Table, firm: FirmId, id: string): Promise<Lead | null> => {
  const lead = await readRecord(table, leadRecord(firm, id));
  return lead?.mergedInto === undefined ? lead : readSurvivingLead(table, firm, lead.mergedInto);
};

/** Reads the same beside other records. */
export const survivingLeadRecord = (firm: FirmId, id: string): QueryRef<Lead | null> => ({
  query: (table) => readSurvivingLead(table, firm, id),
});

/**
 * Returns the ids of the surviving lead, which comes first, and of all leads merged into it. Empty when the firm has no
 * such lead.
 */
export const readMergedLeadIds = async (table: Table, firm: FirmId, id: string): Promise<string[]> => {
  const survivor = await readSurvivingLead(table, firm, id);
  return survivor === null ? [] : [survivor.id, ...(survivor.mergedLeadIds ?? [])];
};

type Redirection = { readonly from: string; readonly to: string };

/** Redirects a lead that was merged into `from`, which is merged into `to` now. Emits no event. */
export const redirectLead = (firm: FirmId, id: string, { from, to }: Redirection): Write => ({
  Update: {
    Key: leadKey(firm, id),
    ...updateExpressions({
      set: [[["mergedInto"], to]],
      incremented: [["revision"]],
      when: { mergedInto: from },
    }),
  },
});
