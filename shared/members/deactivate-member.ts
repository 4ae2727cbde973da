import { requireFound } from "../schema/app-error.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { listAttorney } from "./attorney-list.store.ts";
import { isBookable } from "./member.rules.ts";
import { changeMember, memberRecord } from "./member.store.ts";

/**
 * Deactivates a member in the operator's name.
 * @throws AppError `not_found`
 */
export const deactivateMember = (table: Table, firm: FirmId, id: string): Promise<void> =>
  retryReads(async () => {
    const member = requireFound("member", await readRecord(table, memberRecord(firm, id)));
    const fields = { active: false };
    const listed = isBookable(member)
      ? await listAttorney(firm, { ...member, ...fields }, (refs) => readRecords(table, refs))
      : [];
    await commit(table, [changeMember(firm, member, fields), ...listed]);
  });
