import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Source } from "../../domain/sources/source.ts";
import { NO_RECORD, readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { cachedMemberRecord } from "../../storage/members/member-store.ts";

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
