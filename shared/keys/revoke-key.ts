import { keyRecord, type StoredKey } from "../api/keys/key-store.ts";
import { requireCalendarLink } from "../calendars/calendar-link.rules.ts";
import { calendarLinksRecord, removeCalendarLink } from "../calendars/calendar-link.store.ts";
import { deleteLinkIfThere } from "../links/link.store.ts";
import { withoutSession } from "../members/member-sessions.rules.ts";
import { changeSessions, memberSessionsRecord } from "../members/member-sessions.store.ts";
import { notFound, requireFound } from "../schema/app-error.ts";
import { removeIngestionKey, sourceRecord } from "../sources/source.store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { lastManagingKey, managesKeys } from "./api-key.rules.ts";
import { removeKey } from "./key-writes.store.ts";
import { walkKeys } from "./walk-keys.store.ts";

type KeySearch = { readonly id: string; readonly onFault: OnFault };

/**
 * Finds an API or ingestion key of this firm, or that of a client's link, a calendar link or a session. `onFault`
 * receives unreadable records.
 * @throws AppError `not_found`
 */
export const findKey = async (table: Table, firm: FirmId, { id, onFault }: KeySearch): Promise<StoredKey> => {
  for await (const key of walkKeys(table, firm, onFault)) if (key.id === id.toLowerCase()) return key;
  throw notFound("key");
};

/** @throws AppError `invalid_request` for the last key that can manage keys */
export const requireRevocable = async (table: Table, firm: FirmId, key: StoredKey): Promise<void> => {
  if (key.kind !== "api" || !managesKeys(key)) return;
  for await (const other of walkKeys(table, firm, () => {}))
    if (other.kind === "api" && other.id !== key.id && managesKeys(other)) return;
  throw lastManagingKey("id");
};

/**
 * Deletes an API key, one of a source's ingestion keys, a client's link, a calendar link, a session or a sign-in link.
 * @throws AppError `invalid_request` for the last key that can manage keys: create another one first, or disable the firm
 */
export const revokeKey = async (table: Table, firmId: FirmId, key: StoredKey): Promise<void> => {
  const { sourceId, memberId } = key;
  if (sourceId !== undefined) return revokeIngestionKey(table, firmId, { ...key, sourceId });
  if (memberId !== undefined) return revokeMembersKey(table, firmId, { ...key, memberId });
  if (key.kind === "link") return void (await deleteLinkIfThere(table, firmId, key));
  await retryReads(async () => {
    const current = requireFound("key", await readRecord(table, keyRecord(key.sha256)));
    await commit(table, removeKey(firmId, current));
  });
};

const revokeIngestionKey = async (
  table: Table,
  firmId: FirmId,
  { sourceId, sha256 }: { readonly sourceId: string; readonly sha256: string },
): Promise<void> => {
  await retryReads(async () => {
    const source = requireFound("source", await readRecord(table, sourceRecord(firmId, sourceId)));
    await commit(table, removeIngestionKey(firmId, source, sha256));
  });
};

type MembersKey = StoredKey & { readonly memberId: string };

const revokeMembersKey = (table: Table, firmId: FirmId, key: MembersKey): Promise<void> =>
  key.kind === "calendar" ? revokeCalendarLink(table, firmId, key) : revokeSession(table, firmId, key);

const revokeSession = async (table: Table, firmId: FirmId, key: MembersKey): Promise<void> => {
  const { id, memberId, sha256 } = key;
  await retryReads(async () => {
    const before = await readRecord(table, memberSessionsRecord(firmId, memberId));
    const link = before.link?.sha256 === sha256 ? null : before.link;
    await commit(table, changeSessions(firmId, before, withoutSession({ ...before, link }, id)));
  });
};

const revokeCalendarLink = async (
  table: Table,
  firmId: FirmId,
  { id, memberId }: MembersKey,
): Promise<void> => {
  await retryReads(async () => {
    const before = await readRecord(table, calendarLinksRecord(firmId, memberId));
    await commit(table, removeCalendarLink(firmId, { before, link: requireCalendarLink(before, id) }));
  });
};
