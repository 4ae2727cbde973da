import type { Scope } from "../api/endpoint-definition.ts";
import type { KeyRecord } from "../api/keys/key-store.ts";
import { newKey } from "../api/keys/new-key.ts";
import { LIMITS } from "../schema/limits.ts";
import { firmStateRecord, operatorKey } from "../settings/firm-state.store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { putKey } from "./key-writes.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly nowMilliseconds: number;
};

type IssuedKey = { readonly secret: string; readonly key: KeyRecord };

/**
 * Creates an API key of a firm as the operator: a firm that has lost its keys has none that could grant the scopes.
 * @throws AppError `invalid_request` when the firm has the maximum of keys
 */
export const issueKey = (
  table: Table,
  { firmId, name, scopes, nowMilliseconds }: Request,
): Promise<IssuedKey> =>
  retryReads(async () => {
    const state = await readRecord(table, firmStateRecord(firmId));
    const requestsPerMinute = LIMITS.requestsPerMinuteDefault;
    const settings = { name, scopes: [...scopes], requestsPerMinute };
    const { secret, key } = newKey(firmId, { kind: "api", ...settings }, nowMilliseconds);
    const marked = operatorKey(key, state);
    await commit(table, putKey(firmId, { secret, key: marked }, null));
    return { secret, key: marked };
  });
