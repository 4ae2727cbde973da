import { firmDisabled, tooMany } from "../api/app-error.ts";
import type { KeyRecord, StoredKey } from "../api/keys/key-store.ts";
import { newKey } from "../api/keys/new-key.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { FirmId } from "../table/firm-id.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { NewKey } from "./api-key.contract.ts";
import { insufficientToGrant, requireGrantable } from "./grant-scopes.ts";
import { createKey as write } from "./key-writes.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly body: () => NewKey;
  readonly nowMilliseconds: number;
};

/**
 * Creates an API key with scopes that the caller, a key, holds.
 * @throws AppError `insufficient_scope`, or `invalid_request` when the firm has too many keys
 */
export const createKey = async (
  table: Table,
  { firmId, body, nowMilliseconds }: Request,
  caller: StoredKey,
): Promise<{ secret: string; key: KeyRecord }> => {
  const { name, scopes, requests_per_minute: requestsPerMinute } = body();
  requireGrantable(caller, scopes);
  const created = newKey(firmId, { kind: "api", name, scopes, requestsPerMinute }, nowMilliseconds);
  const outcome = await retryOnConflict(() => write(table, firmId, created, caller));
  if (outcome === "firm_disabled") throw firmDisabled();
  if (outcome === "grant_refused") throw insufficientToGrant(scopes);
  if (outcome === "key_count_limit") throw tooMany("key", LIMITS.keys);
  return created;
};
