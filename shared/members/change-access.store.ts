import { grantChecks, requireGrantable } from "../api/keys/grant.ts";
import type { StoredKey } from "../api/keys/key-store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import type { Member } from "./member.rules.ts";
import { endsSessions, NO_SESSIONS, scopesOfChange } from "./member-sessions.rules.ts";
import { changeSessions, memberSessionsRecord } from "./member-sessions.store.ts";

type AccessChange = {
  /** Null for a new member. */
  readonly before: Member | null;
  readonly after: Member;
  /** The key that makes the change; null for the operator. */
  readonly caller: StoredKey | null;
};

/**
 * Returns the writes by which a change of a member changes who can sign in: the caller holds every scope of the access
 * that it gives and of the one that it takes, and all sessions of the member end in the same commit.
 * @throws AppError `insufficient_scope`
 */
export const changeAccess = async (
  firm: FirmId,
  { before, after, caller }: AccessChange,
  read: Reader,
): Promise<Write[]> => {
  const grant = { grantor: caller, scopes: scopesOfChange(before, after), field: "access" } as const;
  if (caller) requireGrantable(caller, grant.scopes, grant.field);
  if (before === null || !endsSessions(before, after)) return grantChecks(grant);
  const { sessions } = await read({ sessions: memberSessionsRecord(firm, before.id) });
  // A session that changes its own member is in the list, and so still there. A transaction names an item once.
  const isOwn = sessions.sessions.some(({ sha256 }) => sha256 === caller?.sha256);
  return [...(isOwn ? [] : grantChecks(grant)), ...changeSessions(firm, sessions, NO_SESSIONS)];
};
