import { requireFound } from "../api/app-error.ts";
import { changedFields } from "../api/changed-fields.ts";
import type { KeyRecord, StoredKey } from "../api/keys/key-store.ts";
import { permitsPerLease } from "../api/keys/rate-window.ts";
import { requireVersion } from "../api/require-version.ts";
import type { FirmId } from "../table/firm-id.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { KeyChanges } from "./api-key.contract.ts";
import { grantedScopes } from "./api-key.rules.ts";
import { firmKeyStore } from "./firm-key.store.ts";
import { insufficientToGrant, lastManagingKey, requireGrantable } from "./grant-scopes.ts";
import { changeAuthority, type KeyFields } from "./key-writes.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly body: () => KeyChanges;
  readonly expectedVersions: readonly number[] | null;
};

/**
 * Changes the fields that differ; decides again when the key has changed since it was read: concurrent changes can
 * neither grant too much nor disable the last managing key.
 * @throws AppError `not_found`, `invalid_request`, `version_conflict` or `insufficient_scope`
 */
export const updateKey = (
  table: Table,
  { firmId, params, body, expectedVersions }: Request,
  caller: StoredKey,
): Promise<KeyRecord> =>
  retryOnConflict(async () => {
    const key = requireFound("key", await firmKeyStore(table).find(firmId, params.id));
    const fields = keyFields(key, body());
    requireVersion("key", key, expectedVersions);
    if (Object.keys(fields).length === 0) return key;
    if (changesAuthority(fields)) return setAuthority(table, firmId, { key, fields }, caller);
    return firmKeyStore(table).change(key, fields);
  });

const changesAuthority = ({ scopes, enabled }: KeyFields) => scopes !== undefined || enabled !== undefined;

const keyFields = (key: StoredKey, { requests_per_minute: requestsPerMinute, ...input }: KeyChanges) =>
  changedFields<KeyRecord>(key, {
    ...input,
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
  // A key that changes itself grants by its current scopes, not by those of its lease.
  requireGrantable(caller.id === key.id ? key : caller, scopes);
  const written = await changeAuthority(table, firm, { key, fields }, { grantor: caller, scopes });
  if (written === "grant_refused") throw insufficientToGrant(scopes);
  if (written === "key_count_limit") throw lastManagingKey(fields.scopes ? "scopes" : "enabled");
  return written === "done" ? { ...changed, version: key.version + 1 } : "conflict";
};
