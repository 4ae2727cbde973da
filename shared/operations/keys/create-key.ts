import { invalidRequest } from "../../contract/app-error.ts";
import type { NewKey } from "../../contract/keys.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import type { KeyRecord, StoredKey } from "../../storage/keys/key-store.ts";
import { createKey as write } from "../../storage/keys/key-writes.ts";
import { insufficientToGrant, requireGrantable } from "./grant-scopes.ts";
import { newKey } from "./new-key.ts";

type Context = { readonly caller: StoredKey; readonly nowMilliseconds: number };

/**
 * Makes an API key with scopes that the calling key holds.
 * @throws AppError `insufficient_scope`, or `invalid_request` when the firm has too many keys
 */
export const createKey = async (
  table: Table,
  firm: FirmId,
  { name, scopes, requests_per_minute: requestsPerMinute }: NewKey,
  { caller, nowMilliseconds }: Context,
): Promise<{ secret: string; key: KeyRecord }> => {
  requireGrantable(caller, scopes);
  const made = newKey(firm, { kind: "api", name, scopes, requestsPerMinute }, nowMilliseconds);
  const outcome = await retryOnConflict(async () => {
    const written = await write(table, firm, made, caller);
    return written === "stale_version" ? "conflict" : written;
  });
  if (outcome === "grant_refused") throw insufficientToGrant(scopes);
  if (outcome === "key_count_limit") {
    throw invalidRequest([
      { field: "key", message: `cannot be made: a firm has at most ${LIMITS.keys} keys` },
    ]);
  }
  return made;
};
