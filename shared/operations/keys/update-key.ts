import { requireFound } from "../../contract/app-error.ts";
import type { KeyChanges } from "../../contract/keys.ts";
import { changedFields } from "../../domain/changed-fields.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { grantedScopes } from "../../domain/keys/api-key.ts";
import { requireVersion } from "../../domain/require-version.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { firmKeyStore } from "../../storage/keys/firm-key-store.ts";
import type { KeyRecord, StoredKey } from "../../storage/keys/key-store.ts";
import { changeAuthority, type KeyFields } from "../../storage/keys/key-writes.ts";
import { permitsPerLease } from "../../storage/keys/rate-window.ts";
import { insufficientToGrant, lastManagingKey, requireGrantable } from "./grant-scopes.ts";

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
