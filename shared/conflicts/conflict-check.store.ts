import { readMergedLeadIds } from "../leads/merged-leads.store.ts";
import { requireFound } from "../schema/app-error.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import {
  nullIfMissing,
  type QueryRef,
  type RecordRef,
  readRecord,
  readRecords,
} from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import {
  conflictCheckKey,
  conflictCheckPartition,
  conflictCheckPrefix,
  type Item,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import { updateExpressions } from "../table/update-item.ts";
import { walkRecords } from "../table/walk-items.ts";
import type { ConflictCheck, Decision } from "./conflict-check.rules.ts";
import { conflictCheckFields } from "./conflict-check-fields.contract.ts";

// The sort key begins with the lead, so that one strongly consistent query reads the checks of a lead.

export const parseConflictCheck = (item: Item): ConflictCheck => {
  const [leadId, id] = String(item.sk).split("#");
  return conflictCheckFields.item().parse({ ...item, id, leadId });
};

/** Reads a check of a lead, or null. */
export const conflictCheckRecord = (
  firm: FirmId,
  leadId: string,
  id: string,
): RecordRef<ConflictCheck | null> => ({
  key: conflictCheckKey(firm, leadId, id),
  parse: nullIfMissing(parseConflictCheck),
});

/** Reads the check with an id of one of several leads: a lead may stand on a check of one that was merged into it. */
export const conflictCheckRecords = (firm: FirmId, leadIds: readonly string[], id: string) =>
  leadIds.map((leadId) => conflictCheckRecord(firm, leadId, id));

/**
 * Reads the check with an id of a lead, or of one that was merged into it.
 * @throws AppError `not_found`
 */
export const conflictCheckOfLead = (firm: FirmId, leadId: string, id: string): QueryRef<ConflictCheck> => ({
  query: async (table) => {
    const own = await readRecord(table, conflictCheckRecord(firm, leadId, id));
    if (own !== null) return own;
    const [, ...merged] = await readMergedLeadIds(table, firm, leadId);
    const { found } = await readRecords(table, { found: conflictCheckRecords(firm, merged, id) });
    return requireFound("conflict check", found.find((each) => each !== null) ?? null);
  },
});

/** Writes a new check. */
export const putConflictCheck = (firm: FirmId, { id, leadId, ...fields }: ConflictCheck): Write => ({
  New: { ...conflictCheckKey(firm, leadId, id), ...fields },
});

/** Adds a decision. The same commit writes the lead as it was read, so no other decision comes between. */
export const addDecision = (firm: FirmId, { leadId, id }: ConflictCheck, decision: Decision): Write => ({
  Update: {
    Key: conflictCheckKey(firm, leadId, id),
    ...updateExpressions({ set: [], appended: [[["decisions"], [decision]]] }),
  },
});

/** Reads pages of the checks of leads. */
export const conflictCheckPage =
  (firm: FirmId, leadIds: readonly string[]) =>
  async (table: Table, range: PageRange): Promise<Page<ConflictCheck>> => {
    const pages = leadIds.map((leadId) => listNewestFirst(table, checksOf(firm, leadId), range));
    return unionOfPages(await Promise.all(pages), range.limit);
  };

const checksOf = (firm: FirmId, leadId: string) => ({
  partition: { pk: conflictCheckPartition(firm) },
  sortPrefix: conflictCheckPrefix(leadId),
  consistent: true as const,
  parse: parseConflictCheck,
});

/** Yields every check of the firm, or of one lead, page by page. `onFault` receives those that cannot be read. */
export const walkConflictChecks = (
  table: Table,
  firm: FirmId,
  { leadId, onFault }: { readonly leadId?: string; readonly onFault: OnFault },
): AsyncGenerator<ConflictCheck[]> =>
  walkRecords(table, {
    pk: conflictCheckPartition(firm),
    ...(leadId !== undefined && { sortPrefix: conflictCheckPrefix(leadId) }),
    ...{ kind: "conflict check", parse: parseConflictCheck, onFault },
  });
