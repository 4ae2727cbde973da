import { systemChange } from "../api/change.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { checkLead } from "./check-lead.steps.ts";

/** Checks a lead that has no check since its last change. */
export const checkAutomatically = (
  table: Table,
  firmId: FirmId,
  leadId: string,
  now: () => number,
): Promise<void> =>
  retryReads(async () => {
    const lead = await readRecord(table, leadRecord(firmId, leadId));
    if (lead === null || lead.mergedInto !== undefined || lead.erasure !== undefined) return;
    if (lead.conflict !== undefined && !lead.conflict.isOutdated) return;
    const read: Parameters<typeof checkLead>[1]["read"] = (refs) => readRecords(table, refs);
    const { writes } = await checkLead(lead, { firmId, change: systemChange(now()), read });
    await commit(table, writes);
  });
