import type { StoredKey } from "../api/keys/key-store.ts";
import type { MemberSessions } from "../members/member-sessions.rules.ts";
import { endOneSession, memberSessionsRecord } from "../members/member-sessions.store.ts";
import type { Write } from "../table/commit.ts";
import type { Reader } from "../table/read-records.ts";

/**
 * Returns the writes that end the session that a browser had of another member, even of another firm: whoever has its
 * cookie may end it. The member's own sessions are changed already.
 */
export const endFormerSession = async (
  former: StoredKey | null,
  { memberId }: MemberSessions,
  read: Reader,
): Promise<Write[]> => {
  if (former?.kind !== "session" || former.memberId === undefined || former.memberId === memberId) return [];
  const { sessions } = await read({ sessions: memberSessionsRecord(former.firmId, former.memberId) });
  return endOneSession(former.firmId, sessions, former.id);
};
