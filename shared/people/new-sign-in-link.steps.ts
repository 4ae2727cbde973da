import { millisecondsInSecond } from "date-fns/constants";
import type { KeyRecord } from "../api/keys/key-store.ts";
import { newKey } from "../api/keys/new-key.ts";
import type { Member } from "../members/member.rules.ts";
import { requireMember } from "../members/member.store.ts";
import {
  endOfSignInLink,
  linkStoredUntilMilliseconds,
  type MemberSessions,
} from "../members/member-sessions.rules.ts";
import { changeSessions } from "../members/member-sessions.store.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { sha256 } from "../table/record-keys.ts";
import { signInAddress } from "./sign-in.rules.ts";

type Request = {
  readonly member: Member;
  readonly before: MemberSessions;
  /** Returns the key with its firm's marks. */
  readonly mark: (key: KeyRecord) => KeyRecord;
  readonly baseUrl: string;
  readonly nowMilliseconds: number;
};

type NewSignInLink = {
  readonly writes: Write[];
  readonly link: { readonly url: string; readonly expires_at: string };
};

/** Returns a new link with which a member signs in, in place of the one before. Only this answer has its address. */
export const newSignInLink = (
  firm: FirmId,
  { member, before, mark, baseUrl, nowMilliseconds }: Request,
): NewSignInLink => {
  const storedUntil = linkStoredUntilMilliseconds(nowMilliseconds);
  const settings = {
    kind: "sign_in" as const,
    name: "Sign-in link",
    scopes: [],
    requestsPerMinute: LIMITS.signInRequestsPerMinute,
    memberId: member.id,
    expiresAtEpochSeconds: Math.ceil(storedUntil / millisecondsInSecond),
  };
  const { secret, key } = newKey(firm, settings, nowMilliseconds);
  const link = {
    sha256: sha256(secret),
    createdAtMilliseconds: nowMilliseconds,
    usedAtMilliseconds: null,
    sessionId: null,
  };
  const after = { link, sessions: before.sessions };
  return {
    // Whoever may make a link for the access that was read may not for another one.
    writes: [requireMember(firm, member), ...changeSessions(firm, before, after, { secret, key: mark(key) })],
    link: {
      url: signInAddress(baseUrl, secret),
      expires_at: new Date(endOfSignInLink(link)).toISOString(),
    },
  };
};
