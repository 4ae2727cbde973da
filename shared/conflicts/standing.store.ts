import { systemChange } from "../api/change.ts";
import { canLapse, lapsed } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { sweptLeadUpdate } from "../leads/lead.store.ts";
import { survivingLeadRecord } from "../leads/merged-leads.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { ifReadable, reportFault } from "../table/record-fault.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import type { ConflictCheck } from "./conflict-check.rules.ts";
import { conflictCheckRecords } from "./conflict-check.store.ts";
import { hasNewConflict, type KnownRecord } from "./known-record.rules.ts";
import { type LeadGroup, readLeadGroup } from "./known-record.store.ts";

/** A lead, with those merged into it, as it stands in the conflict gate. */
export type Standing = {
  readonly lead: Lead;
  readonly group: LeadGroup;
  /** The check on which it stands; null if it has nothing that can lapse. */
  readonly check: ConflictCheck | null;
};

/** Reads how a lead stands, or the one that it was merged into; null for none. */
export const readStanding = async (table: Table, firm: FirmId, leadId: string): Promise<Standing | null> => {
  const { lead } = await readRecords(table, { lead: survivingLeadRecord(firm, leadId) });
  if (lead === null) return null;
  const group = await readLeadGroup(table, firm, lead);
  return { lead, group, check: await readStandingCheck(table, firm, lead) };
};

const readStandingCheck = async (table: Table, firm: FirmId, lead: Lead): Promise<ConflictCheck | null> => {
  const { id, conflict, mergedLeadIds = [] } = lead;
  if (conflict === undefined || !canLapse(conflict.state)) return null;
  const { checks } = await readRecords(table, {
    checks: conflictCheckRecords(firm, [id, ...mergedLeadIds], conflict.checkId).map((record) =>
      ifReadable(record, (fault) => reportFault({ walk: "conflicts", recordId: conflict.checkId }, fault)),
    ),
  });
  return checks.find((check) => check !== null) ?? NOTHING_SHOWN(conflict.checkId, id);
};

/** In the place of a check that cannot be read. */
const NOTHING_SHOWN = (id: string, leadId: string): ConflictCheck => ({
  ...{ id, leadId, searched: [], matches: [], truncated: false, decisions: [] },
});

/**
 * Lets a clearance lapse.
 * @throws ReadAgain when the lead has changed since it was read
 */
export const lapse = async (
  table: Table,
  firm: FirmId,
  lead: Lead,
  nowMilliseconds: number,
): Promise<void> => {
  const change = systemChange(nowMilliseconds);
  const { result } = await updateItem(
    table,
    sweptLeadUpdate(firm, { before: lead, after: lapsed(lead, change.at), change }),
  );
  if (result === "refused") throw new ReadAgain();
};

/** Lets the clearance of a lead lapse if it is in a conflict with one of the records that its check does not show. */
export const lapseIfNew = (
  table: Table,
  firm: FirmId,
  leadId: string,
  { records, now }: { readonly records: readonly KnownRecord[]; readonly now: () => number },
): Promise<void> =>
  retryReads(async () => {
    const standing = await readStanding(table, firm, leadId);
    if (!standing?.check) return;
    if (hasNewConflict(standing.group.subjects, standing.check, records))
      await lapse(table, firm, standing.lead, now());
  });
