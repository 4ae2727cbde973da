import { requireFound } from "../schema/app-error.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Reader, readRecord, readRecords } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { changeListedMember } from "./attorney-list.store.ts";
import { changeAccess } from "./change-access.store.ts";
import { memberRecord } from "./member.store.ts";

/**
 * Deactivates a member, whose sessions end, in the operator's name. Does not write an inactive one again.
 * @throws AppError `not_found`
 */
export const deactivateMember = (table: Table, firm: FirmId, id: string): Promise<void> =>
  retryReads(async () => {
    const member = requireFound("member", await readRecord(table, memberRecord(firm, id)));
    if (!member.active) return;
    const inactive = { active: false };
    const read: Reader = (refs) => readRecords(table, refs);
    const access = { before: member, after: { ...member, ...inactive }, caller: null };
    await commit(table, [
      ...(await changeListedMember(firm, member, inactive, read)),
      ...(await changeAccess(firm, access, read)),
    ]);
  });
