import { keyRecord } from "../api/keys/key-store.ts";
import type { MemberSessions, Session } from "../members/member-sessions.rules.ts";
import { memberSessionsRecord } from "../members/member-sessions.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Page, PageRange } from "../table/list-newest-first.ts";
import { type Reader, readRecord, readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import type { UsedSession } from "./sign-in.rules.ts";

/** Reads when sessions were last used. */
export const withLastUses = async (sessions: readonly Session[], read: Reader): Promise<UsedSession[]> => {
  const { keys } = await read({ keys: sessions.map(({ sha256 }) => keyRecord(sha256)) });
  return sessions.map((session, index) => ({
    ...session,
    lastUsedAtMilliseconds: keys[index]?.windowStartMilliseconds ?? null,
  }));
};

/** Reads pages of a member's sessions, newest first. */
export const sessionPage =
  (firm: FirmId, memberId: string) =>
  async (table: Table, { limit, afterId }: PageRange): Promise<Page<UsedSession>> => {
    const { sessions } = await readRecord(table, memberSessionsRecord(firm, memberId));
    const older = afterId === null ? sessions : sessions.filter(({ id }) => id < afterId);
    const { records, lastId } = unionOfPages([{ records: older, lastId: null }], limit);
    return { records: await withLastUses(records, (refs) => readRecords(table, refs)), lastId };
  };

/** Reads the sessions among which one is, by its key; null for a key that is gone, or no session's. */
export const readSessionsOf = async (
  sha256: string,
  read: Reader,
): Promise<{ readonly firmId: FirmId; readonly id: string; readonly sessions: MemberSessions } | null> => {
  const { key } = await read({ key: keyRecord(sha256) });
  if (key?.kind !== "session" || key.memberId === undefined) return null;
  const { firmId, id, memberId } = key;
  return { firmId, id, ...(await read({ sessions: memberSessionsRecord(firmId, memberId) })) };
};
