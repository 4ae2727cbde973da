import { handler as createKey } from "../../functions/keys/create-key.ts";
import { handler as deleteKey } from "../../functions/keys/delete-key.ts";
import { handler as listKeys } from "../../functions/keys/list-keys.ts";
import { handler as updateKey } from "../../functions/keys/update-key.ts";
import type { Scope } from "../../shared/api/endpoint-definition.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { apiKeyRecordKey, keyCountsKey, sha256 } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { bodyOf, call } from "./http-call.ts";
import { readItem } from "./read-item.ts";
import { changeAttribute } from "./settings.ts";

export type TestKey = { readonly id: string; readonly secret: string };

/** Creates a key through the API with the key `by`, which must hold the scopes. */
export const createTestKey = async (
  by: string,
  scopes: readonly Scope[],
  fields: Record<string, unknown> = {},
): Promise<TestKey> => {
  const request = { key: by, body: { name: "Test key", scopes, ...fields } };
  const { id, key: secret } = bodyOf(await call(createKey, request), 201);
  return { id, secret };
};

/** Returns calls of the key endpoints with the key that `currentKey` returns, unless a call names another. */
export const keyCalls = (currentKey: () => string) => {
  const patch = (id: string, body: unknown, by = currentKey(), headers?: Record<string, string>) =>
    call(updateKey, { key: by, params: { id }, body, headers });
  const remove = (id: string, by = currentKey(), headers?: Record<string, string>) =>
    call(deleteKey, { key: by, params: { id }, headers });
  const list = async (by = currentKey()) => (await call(listKeys, { key: by })).body.data;
  const firstId = async () => (await list()).at(-1).id as string;
  return { patch, remove, list, firstId };
};

/** Reads the item of a key by its secret; undefined if there is none. */
export const readStoredKey = (table: Table, secret: string) =>
  readItem(table, apiKeyRecordKey(sha256(secret)));

/** Reads the stored counts of a firm's keys: all keys, and those that manage keys. */
export const readKeyCounts = async (table: Table, firm: FirmId) => {
  const item = await readItem(table, keyCountsKey(firm));
  return [item?.keyCount, item?.managingCount];
};

/** Changes a stored key's limit, independently of the instances' caches. */
export const setLimit = (table: Table, secret: string, requestsPerMinute: number) =>
  changeAttribute(table, apiKeyRecordKey(sha256(secret)), "requestsPerMinute", requestsPerMinute);
