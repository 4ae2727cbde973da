import { ADDED_SCOPES, SCOPES } from "../api/endpoint-definition.ts";
import { type KeyRecord, keyRecord, type StoredKey } from "../api/keys/key-store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { changeKey } from "./key-writes.store.ts";
import { walkKeys } from "./walk-keys.store.ts";

/** Returns whether a key has every scope that is not new, and lacks one that is. */
const lacksOnlyNew = ({ kind, scopes }: KeyRecord) =>
  kind === "api" &&
  scopes.length < SCOPES.length &&
  SCOPES.every((scope) => scopes.includes(scope) || ADDED_SCOPES.some((added) => added === scope));

/**
 * Gives the scopes that are new to each API key of the firm that had all scopes. `onFault` receives unreadable keys.
 * @returns the keys that were changed
 */
export const addScopes = async (table: Table, firm: FirmId, onFault: OnFault): Promise<StoredKey[]> => {
  const changed: StoredKey[] = [];
  for await (const listed of walkKeys(table, firm, onFault)) {
    if (!lacksOnlyNew(listed)) continue;
    await retryReads(async () => {
      const key = await readRecord(table, keyRecord(listed.sha256));
      if (key === null || !lacksOnlyNew(key)) return;
      const fields = { scopes: [...SCOPES] };
      await commit(table, [changeKey({ key, fields })]);
      changed.push({ ...key, ...fields });
    });
  }
  return changed;
};
