import { invalidRequest, notFound } from "../../contract/app-error.ts";
import type { KeyChanges } from "../../contract/keys.ts";
import { changedFields } from "../../domain/changed-fields.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { grantedScopes } from "../../domain/keys/api-key.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { firmKeyStore } from "../../storage/keys/firm-key-store.ts";
import { type KeyRecord, permitsPerLease, type StoredKey } from "../../storage/keys/key-store.ts";
import { changeAuthority, type KeyFields } from "../../storage/keys/key-writes.ts";
import { requireVersion } from "../require-version.ts";
import { insufficientToGrant, requireGrantable } from "./grant-scopes.ts";

type Target = { readonly firmId: FirmId; readonly id: string; readonly caller: StoredKey };

type Request = {
  readonly body: () => KeyChanges;
  readonly expectedVersion: number | null;
};

/**
 * Changes what differs from the key as it stands. What it may do is changed of that version only, and decided again
 * when the key has moved on: neither the scopes that are given nor the last key that manages keys may be misjudged.
 * @throws AppError `not_found`, `invalid_request`, `version_conflict` or `insufficient_scope`
 */
export const updateKey = (
  table: Table,
  { firmId, id, caller }: Target,
  { body, expectedVersion }: Request,
): Promise<KeyRecord> =>
  retryOnConflict(async () => {
    const key = await firmKeyStore(table).find(firmId, id);
    if (key === null) throw notFound("key");
    const fields = keyFields(key, body());
    requireVersion("key", key, expectedVersion);
    if (Object.keys(fields).length === 0) return key;
    if (changesAuthority(fields)) return setAuthority(table, firmId, { key, fields }, caller);
    return (await firmKeyStore(table).change(key, fields, expectedVersion)) ?? "conflict";
  });

const changesAuthority = ({ scopes, enabled }: KeyFields) => scopes !== undefined || enabled !== undefined;

const keyFields = (key: StoredKey, { requests_per_minute: requestsPerMinute, ...sent }: KeyChanges) =>
  changedFields<KeyRecord>(key, {
    ...sent,
    requestsPerMinute,
    permitsPerLease: requestsPerMinute && permitsPerLease(requestsPerMinute),
  });

type AuthorityChange = { readonly key: StoredKey; readonly fields: KeyFields };

const setAuthority = async (
  table: Table,
  firm: FirmId,
  { key, fields }: AuthorityChange,
  caller: StoredKey,
): Promise<KeyRecord | "conflict"> => {
  const changed = { ...key, ...fields };
  const scopes = grantedScopes(key, changed);
  // A key that changes itself gives as what it is now, not as what its lease remembers.
  requireGrantable(caller.id === key.id ? key : caller, scopes);
  const written = await changeAuthority(table, firm, { key, fields }, { grantor: caller, scopes });
  if (written === "grant_refused") throw insufficientToGrant(scopes);
  if (written === "key_count_limit") throw lastManagingKey(fields.scopes ? "scopes" : "enabled");
  return written === "done" ? { ...changed, version: key.version + 1 } : "conflict";
};

/** 422: nobody could make or change the firm's keys any more. */
export const lastManagingKey = (field: string) =>
  invalidRequest([
    {
      field,
      message: "must stay: it is the last enabled key with settings:write, and so the last to manage keys",
    },
  ]);
