import { cachedMemberRecord } from "../members/member.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { Source } from "./source.rules.ts";

/** The source's default assignee. An unassigned lead is better than none when the assignee has left the firm. */
export const activeAssigneeId = async (
  table: Table,
  firmId: FirmId,
  { defaultAssigneeId }: Source,
): Promise<string | null> => {
  const record = defaultAssigneeId === null ? NO_RECORD : cachedMemberRecord(firmId, defaultAssigneeId);
  const assignee = await readRecord(table, record);
  return assignee?.active ? assignee.id : null;
};
