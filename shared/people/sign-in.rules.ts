import type * as z from "zod/mini";
import { PAUSE_MILLISECONDS_MAXIMUM } from "../api/keys/rate-windows.ts";
import type { Member } from "../members/member.rules.ts";
import {
  accessOf,
  endOfSignInLink,
  latestEndOfSession,
  type MemberSessions,
  maySessionLive,
  type Session,
  type SignInLink,
} from "../members/member-sessions.rules.ts";
import { createdAt, createdAtMilliseconds } from "../runtime/record-id.ts";
import { invalidKey } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import type { session } from "./session.contract.ts";

/** A session with its last use, exact to the minute; null when its key is gone. */
export type UsedSession = Session & { readonly lastUsedAtMilliseconds: number | null };

/** Returns the address that a member opens. A browser sends the part after the # to nobody. */
export const signInAddress = (baseUrl: string, secret: string): string => `${baseUrl}/desk#${secret}`;

/** Returns the violation of a link for a member who cannot sign in. */
export const accessViolations = (member: Member | null): Violation[] =>
  member === null || accessOf(member) !== null
    ? []
    : [{ field: "access", message: "must be set, and the member active, before the member can sign in" }];

/**
 * Returns the member's link if it has this hash and has not ended.
 * @throws AppError `invalid_key`
 */
export const requireSignInLink = (
  { link }: MemberSessions,
  sha256: string,
  nowMilliseconds: number,
): SignInLink => {
  if (link?.sha256 !== sha256 || nowMilliseconds >= endOfSignInLink(link)) throw invalidKey();
  return link;
};

/**
 * Returns a member who can sign in, with the access.
 * @throws AppError `invalid_key`
 */
export const requireSignedIn = (member: Member | null) => {
  const access = member && accessOf(member);
  if (!member || !access) throw invalidKey();
  return { member, access };
};

/** Returns the sessions that stay beside a new one, without those that have ended or that it replaces. */
export const sessionsBeside = (
  { sessions }: MemberSessions,
  replaced: readonly (string | null | undefined)[],
  nowMilliseconds: number,
): Session[] =>
  sessions.filter(
    ({ id, ...rest }) => !replaced.includes(id) && maySessionLive({ id, ...rest }, nowMilliseconds),
  );

/** Returns whether one of the sessions must end before there can be another. */
export const areFull = (sessions: readonly Session[]): boolean => sessions.length >= LIMITS.sessions;

/** Returns the sessions without the one that was used longest ago. */
export const withoutLeastUsed = (sessions: readonly UsedSession[]): Session[] => {
  const [oldest] = sessions.toSorted(
    (one, other) => (one.lastUsedAtMilliseconds ?? 0) - (other.lastUsedAtMilliseconds ?? 0),
  );
  return sessions
    .filter((each) => each !== oldest)
    .map(({ lastUsedAtMilliseconds: _lastUse, ...each }) => each);
};

/** Returns the end of a session, unless it is used; null when it has ended. */
const endOf = ({ id, isKept, lastUsedAtMilliseconds }: UsedSession, nowMilliseconds: number) => {
  if (lastUsedAtMilliseconds === null) return null;
  const end = Math.min(
    latestEndOfSession(createdAtMilliseconds(id), isKept),
    lastUsedAtMilliseconds + PAUSE_MILLISECONDS_MAXIMUM,
  );
  return nowMilliseconds < end ? end : null;
};

type SessionResource = z.output<ReturnType<typeof session>>;

/** Returns a session as the API shows it; none when it has ended. */
export const sessionResources = (used: UsedSession, nowMilliseconds: number): SessionResource[] => {
  const end = endOf(used, nowMilliseconds);
  if (end === null) return [];
  const { id, browser, lastUsedAtMilliseconds } = used;
  // The window before the first one begins a minute before the session.
  const lastUse = Math.max(createdAtMilliseconds(id), lastUsedAtMilliseconds ?? 0);
  return [
    {
      id,
      created_at: createdAt(id),
      last_used_at: new Date(lastUse).toISOString(),
      expires_at: new Date(end).toISOString(),
      browser,
    },
  ];
};
