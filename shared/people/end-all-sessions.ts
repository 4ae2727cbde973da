import { NO_SESSIONS } from "../members/member-sessions.rules.ts";
import { changeSessions, memberSessionsRecord } from "../members/member-sessions.store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import { SESSIONS_PREFIX, settingsPartition } from "../table/record-keys.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { walkRecords } from "../table/walk-items.ts";

type Request = {
  readonly firmId: FirmId;
  readonly dryRun: boolean;
  /** Receives the records that cannot be read. */
  readonly onFault: OnFault;
};

/**
 * Ends every session and sign-in link of a firm, as after a restore, which revives those that had ended.
 * @returns the number of both
 */
export const endAllSessions = async (
  table: Table,
  { firmId, dryRun, onFault }: Request,
): Promise<{ readonly sessions: number; readonly links: number }> => {
  const counts = { sessions: 0, links: 0 };
  const members = walkRecords(table, {
    pk: settingsPartition(firmId),
    sortPrefix: SESSIONS_PREFIX,
    kind: "sessions",
    parse: ({ sk }) => String(sk).slice(SESSIONS_PREFIX.length),
    onFault,
  });
  for await (const page of members)
    for (const memberId of page) {
      const ended = await endSessionsOf(table, { firmId, dryRun }, memberId);
      counts.sessions += ended.sessions.length;
      counts.links += ended.link ? 1 : 0;
    }
  return counts;
};

/** @returns what has ended */
const endSessionsOf = (table: Table, { firmId, dryRun }: Omit<Request, "onFault">, memberId: string) =>
  retryReads(async () => {
    const before = await readRecord(table, memberSessionsRecord(firmId, memberId));
    const isEmpty = before.link === null && before.sessions.length === 0;
    if (!dryRun && !isEmpty) await commit(table, changeSessions(firmId, before, NO_SESSIONS));
    return before;
  });
