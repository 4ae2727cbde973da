import * as z from "zod/mini";
import { type KeyRecord, keyToItem } from "../api/keys/key-store.ts";
import { lazy } from "../schema/zod.ts";
import { newKeyCheck } from "../settings/firm-state.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import { apiKeyRecordKey, memberSessionsKey } from "../table/record-keys.ts";
import { unchanged } from "../table/update-item.ts";
import { type MemberSessions, type SessionsChange, withoutSession } from "./member-sessions.rules.ts";

const sessionsItem = lazy(() =>
  z.object({
    version: z.number(),
    link: z.nullable(
      z.object({
        sha256: z.string(),
        createdAtMilliseconds: z.number(),
        usedAtMilliseconds: z.nullable(z.number()),
        sessionId: z.nullable(z.string()),
      }),
    ),
    sessions: z.array(
      z.object({ id: z.string(), sha256: z.string(), isKept: z.boolean(), browser: z.string() }),
    ),
  }),
);

/**
 * Reads the sign-in link and the sessions of a member. One item has all of them: their number has an exact limit, and
 * one write ends them all.
 */
export const memberSessionsRecord = (firm: FirmId, memberId: string): RecordRef<MemberSessions> => ({
  key: memberSessionsKey(firm, memberId),
  parse: (item) => ({
    memberId,
    ...sessionsItem().parse(item ?? { version: 0, link: null, sessions: [] }),
  }),
});

/** A key of the member's to add, with its secret. */
type NewKey = { readonly secret: string; readonly key: KeyRecord };

/**
 * Changes the link and the sessions of a member, which must not have changed since the read: deletes the keys of those
 * that are left out, and adds the key of a new one, which must have its firm's marks.
 */
export const changeSessions = (
  firm: FirmId,
  before: MemberSessions,
  after: SessionsChange,
  added: NewKey | null = null,
): Write[] => {
  const kept = hashesOf(after);
  const ended = hashesOf(before).filter((sha256) => !kept.includes(sha256));
  return [
    ...(added ? [newKeyCheck(firm, added.key)] : []),
    {
      Put: {
        Item: { ...memberSessionsKey(firm, before.memberId), version: before.version + 1, ...after },
        ...unchanged(before),
      },
    },
    ...ended.map((sha256) => ({ Delete: { Key: apiKeyRecordKey(sha256) } })),
    ...(added ? [{ New: keyToItem(added.secret, added.key) }] : []),
  ];
};

/** Ends a session, and the link that made it. Writes nothing for one that has ended, of a firm that may be erased. */
export const endOneSession = (firm: FirmId, before: MemberSessions, id: string): Write[] =>
  before.sessions.some((session) => session.id === id)
    ? changeSessions(firm, before, withoutSession(before, id))
    : [];

const hashesOf = ({ link, sessions }: SessionsChange): string[] => [
  ...(link ? [link.sha256] : []),
  ...sessions.map(({ sha256 }) => sha256),
];
