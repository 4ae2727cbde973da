import { millisecondsInDay, millisecondsInHour, millisecondsInSecond } from "date-fns/constants";
import { type Access, scopesOfAccess } from "../api/access.ts";
import type { Scope } from "../api/endpoint-definition.ts";
import { createdAtMilliseconds } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Member } from "./member.rules.ts";

/** A session of a member: its id, which is also that of its key, and the hash of that key. */
export type Session = {
  readonly id: string;
  readonly sha256: string;
  /** Whether it outlives the browser. */
  readonly isKept: boolean;
  /** The browser's name for itself. */
  readonly browser: string;
};

/** The latest sign-in link of a member, and the session that its last use made. */
export type SignInLink = {
  readonly sha256: string;
  readonly createdAtMilliseconds: number;
  /** Null until its first use. */
  readonly usedAtMilliseconds: number | null;
  readonly sessionId: string | null;
};

/** A member's sign-in link and sessions, oldest first. `version` counts their changes; 0 means that there is no item. */
export type MemberSessions = {
  readonly memberId: string;
  readonly version: number;
  readonly link: SignInLink | null;
  readonly sessions: readonly Session[];
};

/** A change of a member's link and sessions. The keys of those that it leaves out are deleted. */
export type SessionsChange = Pick<MemberSessions, "link" | "sessions">;

export const NO_SESSIONS: SessionsChange = { link: null, sessions: [] };

const LINK_MILLISECONDS = LIMITS.signInLinkDays * millisecondsInDay;

/** A browser whose answer was lost may use the link again for this time. */
const REPEAT_MILLISECONDS = 600 * millisecondsInSecond;

/** Returns the end of a link: a week after its creation, or ten minutes after its first use. */
export const endOfSignInLink = ({
  createdAtMilliseconds,
  usedAtMilliseconds,
}: Pick<SignInLink, "createdAtMilliseconds" | "usedAtMilliseconds">): number =>
  usedAtMilliseconds === null
    ? createdAtMilliseconds + LINK_MILLISECONDS
    : usedAtMilliseconds + REPEAT_MILLISECONDS;

/** Returns the time until which the key of a link is stored, in which a first use at its end may be repeated. */
export const linkStoredUntilMilliseconds = (createdAtMilliseconds: number): number =>
  createdAtMilliseconds + LINK_MILLISECONDS + REPEAT_MILLISECONDS;

const KEPT_MILLISECONDS = LIMITS.keptSessionDays * millisecondsInDay;
const SHORT_MILLISECONDS = 12 * millisecondsInHour;

/** Returns the time at which a session ends at the latest. */
export const latestEndOfSession = (startMilliseconds: number, isKept: boolean): number =>
  startMilliseconds + (isKept ? KEPT_MILLISECONDS : SHORT_MILLISECONDS);

/** Returns whether a session may still be in use. Its key knows whether it was used within 30 days. */
export const maySessionLive = (session: Session, nowMilliseconds: number): boolean =>
  nowMilliseconds < latestEndOfSession(createdAtMilliseconds(session.id), session.isKept);

/** Returns the link and the sessions without one session. With a session, the link that made it ends too. */
export const withoutSession = ({ link, sessions }: SessionsChange, id: string): SessionsChange => ({
  link: link?.sessionId === id ? null : link,
  sessions: sessions.filter((session) => session.id !== id),
});

/** What decides whether and how a member can sign in. */
type SignIn = Pick<Member, "access" | "active">;

/** Returns what a member may do after signing in; null for one who cannot sign in. */
export const accessOf = ({ access, active }: SignIn): Access | null => (active ? access : null);

/** Returns whether a change of a member ends the link and the sessions. One without access has none. */
export const endsSessions = (before: SignIn, after: SignIn): boolean =>
  before.access !== null && (before.access !== after.access || before.active !== after.active);

/** Returns the scopes of the access that a change of a member gives, and of the one that it takes. */
export const scopesOfChange = (before: SignIn | null, after: SignIn): readonly Scope[] => {
  if (before === null) return scopesOfAccess(after.access);
  if (before.access === after.access && before.active === after.active) return [];
  return [...new Set([...scopesOfAccess(before.access), ...scopesOfAccess(after.access)])];
};
