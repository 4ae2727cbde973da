import { millisecondsInSecond } from "date-fns/constants";
import { type Access, scopesOfAccess } from "../api/access.ts";
import { type KeyRecord, keyRecord } from "../api/keys/key-store.ts";
import { newKey } from "../api/keys/new-key.ts";
import { RATE_WINDOW_MILLISECONDS } from "../api/keys/rate-windows.ts";
import { operation } from "../api/operation.ts";
import { sessionCookie } from "../api/session-cookie.ts";
import { meResource } from "../keys/me.rules.ts";
import { memberRecord } from "../members/member.store.ts";
import { latestEndOfSession, type Session } from "../members/member-sessions.rules.ts";
import { changeSessions, memberSessionsRecord } from "../members/member-sessions.store.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type Reader } from "../table/read-records.ts";
import { sha256 } from "../table/record-keys.ts";
import { endFormerSession } from "./end-former-session.steps.ts";
import { createSessionEndpoint } from "./session.contract.ts";
import { withLastUses } from "./session-reads.store.ts";
import {
  areFull,
  requireSignedIn,
  requireSignInLink,
  sessionsBeside,
  withoutLeastUsed,
} from "./sign-in.rules.ts";

/**
 * Signs a member in: makes a new session, whatever session the browser had, which ends. All that must not change
 * meanwhile is in the member's item of sessions: the link, its last use, the number of sessions and the access.
 */
export const createSession = operation(createSessionEndpoint, {
  reads: ({ firmId, actor, browser }) => ({
    before: memberSessionsRecord(firmId, actor.id),
    member: memberRecord(firmId, actor.id),
    state: firmStateRecord(firmId),
    settings: settingsRecord(firmId),
    former: browser.session === "" ? NO_RECORD : keyRecord(sha256(browser.session)),
  }),

  decide: async ({ before, former, ...found }, request, read) => {
    const { firmId, input, nowMilliseconds, browser, baseUrl } = request;
    const link = requireSignInLink(before, request.key.sha256, nowMilliseconds);
    const { member, access } = requireSignedIn(found.member);
    const added = newSession(firmId, { memberId: member.id, access, isKept: input.keep, nowMilliseconds });
    const key = markedKey(added.key, found.state);
    const session = { id: key.id, sha256: sha256(added.secret), isKept: input.keep, browser: browser.name };
    const others = sessionsBeside(before, [link.sessionId, former?.id], nowMilliseconds);
    const after = {
      link: {
        ...link,
        usedAtMilliseconds: link.usedAtMilliseconds ?? nowMilliseconds,
        sessionId: session.id,
      },
      sessions: [...(areFull(others) ? await makeRoom(others, read) : others), session],
    };
    return {
      writes: [
        ...changeSessions(firmId, before, after, { secret: added.secret, key }),
        ...(await endFormerSession(former, before, read)),
      ],
      cookie: sessionCookie({ secret: added.secret, isKept: input.keep, baseUrl }),
      answer: meResource(firmId, { ...key, scopes: [...scopesOfAccess(access)] }, { ...found, member }),
    };
  },
});

type NewSession = {
  readonly memberId: string;
  readonly access: Access;
  readonly isKept: boolean;
  readonly nowMilliseconds: number;
};

const newSession = (
  firm: FirmId,
  { memberId, access, isKept, nowMilliseconds }: NewSession,
): { secret: string; key: KeyRecord } => {
  const end = latestEndOfSession(nowMilliseconds, isKept);
  const settings = {
    kind: "session" as const,
    name: "Session",
    scopes: [],
    requestsPerMinute: LIMITS.sessionRequestsPerMinute,
    expiresAtEpochSeconds: Math.floor(end / millisecondsInSecond),
    memberId,
    access,
  };
  const { secret, key } = newKey(firm, settings, nowMilliseconds);
  // To sign in is a use. The first request may open a window at once.
  return { secret, key: { ...key, windowStartMilliseconds: nowMilliseconds - RATE_WINDOW_MILLISECONDS } };
};

const makeRoom = async (sessions: readonly Session[], read: Reader): Promise<Session[]> =>
  withoutLeastUsed(await withLastUses(sessions, read));
