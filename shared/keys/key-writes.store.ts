import { type KeyRecord, keyToItem, type StoredKey } from "../api/keys/key-store.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Scope } from "../api/scopes.ts";
import { newKeyCondition, newKeyRefusal, writeMarkedKey } from "../firm/firm-state.store.ts";
import { updateExpressions } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { apiKeyRecordKey, firmKeyEntryKey, keyCountsKey, sha256 } from "../table/record-keys.ts";
import { documentUpdate } from "../table/settings-document.ts";
import type { Table } from "../table/table.ts";
import { type TransactItem, transact } from "../table/transaction.ts";
import { type Authority, managesKeys } from "./api-key.rules.ts";

/** The fields that a change of a key may set. Not the rate window, which leases write at any time. */
export type KeyFields = Partial<
  Pick<KeyRecord, "name" | "scopes" | "enabled" | "requestsPerMinute" | "permitsPerLease">
>;

/** The key that grants scopes, and those scopes. It must hold all of them at the time of the write. */
export type Grant = { readonly grantor: StoredKey; readonly scopes: readonly Scope[] };

/**
 * `done`, or why nothing was written: `conflict` when the key has changed since it was read (read it again and retry),
 * `key_count_limit` when the firm may have no more keys or no fewer keys that manage keys, `grant_refused` when the
 * grantor no longer holds the scopes, or `firm_disabled`.
 */
export type KeyWrite = "done" | "conflict" | "key_count_limit" | "grant_refused" | "firm_disabled";

/** Of a write that adds a key. */
type KeyAddition = KeyWrite | "firm_limit_differs";

/** One item of a transaction, and the result when its condition fails, given the item as it was. */
type WriteStep<Result extends KeyAddition> = {
  readonly item: TransactItem;
  readonly refusal: Result | ((item: Item | undefined) => Result);
};

/** A key's items besides the key counts: the key itself, stored under its hash, and the firm's pointer to it. */
export const keyItems = (firm: FirmId, secret: string, key: KeyRecord): Item[] => [
  keyToItem(secret, key),
  { ...firmKeyEntryKey(firm, key.id), sha256: sha256(secret) },
];

/** The key counts of a new firm, whose only key manages keys. */
export const initialKeyCounts = (firm: FirmId): Item => ({
  ...keyCountsKey(firm),
  keyCount: 1,
  managingCount: 1,
});

export const createKey = (
  table: Table,
  firm: FirmId,
  { secret, key }: { secret: string; key: KeyRecord },
  grantor: StoredKey,
): Promise<KeyWrite> =>
  writeMarkedKey(key, (marked) =>
    writeAll<KeyAddition>(table, [
      ...grantSteps(table, { grantor, scopes: key.scopes }),
      ...newKeyCountSteps(table, firm, marked),
      ...keyItems(firm, secret, marked).map((Item) => ({
        item: { Put: { TableName: table.name, Item } },
        refusal: "conflict" as const,
      })),
    ]),
  );

/** Changes what a key may do. The key counts depend on the key as it was read, so the write requires its version. */
export const changeAuthority = (
  table: Table,
  firm: FirmId,
  { key, fields }: { key: StoredKey; fields: KeyFields },
  grant: Grant,
): Promise<KeyWrite> =>
  writeAll(table, [
    { item: { Update: keyUpdate(table, key, fields) }, refusal: "conflict" },
    ...grantSteps(table, grant),
    ...keyCountSteps(table, firm, key, { ...key, ...fields }),
  ]);

export const deleteKey = (table: Table, firm: FirmId, key: StoredKey): Promise<KeyWrite> =>
  writeAll(table, [
    {
      item: {
        Delete: {
          TableName: table.name,
          Key: apiKeyRecordKey(key.sha256),
          ConditionExpression: "version = :version",
          ExpressionAttributeValues: { ":version": key.version },
        },
      },
      refusal: "conflict",
    },
    ...keyCountSteps(table, firm, key, null),
    { item: { Delete: { TableName: table.name, Key: firmKeyEntryKey(firm, key.id) } }, refusal: "conflict" },
  ]);

const writeAll = async <Result extends KeyAddition>(
  table: Table,
  steps: readonly WriteStep<Result | KeyWrite>[],
): Promise<Result | KeyWrite> => {
  const outcome = await transact(
    table,
    steps.map(({ item }) => item),
  );
  if (outcome.result === "done") return "done";
  if (outcome.result === "conflict") return "conflict";
  const index = outcome.reasons.findIndex(({ failed }) => failed);
  const refusal = steps[index]?.refusal ?? "conflict";
  return typeof refusal === "string" ? refusal : refusal(outcome.reasons[index]?.item);
};

const keyUpdate = (table: Table, { sha256: hash, version }: StoredKey, fields: KeyFields) => ({
  TableName: table.name,
  Key: apiKeyRecordKey(hash),
  ...updateExpressions(documentUpdate(fields, { version })),
});

/** Checks the stored grantor, not the leased one: a key revoked seconds ago must not create its own successor. */
const grantSteps = (table: Table, { grantor, scopes }: Grant): WriteStep<KeyWrite>[] => {
  if (scopes.length === 0) return [];
  const required = [...new Set<Scope>(["settings:write", ...scopes])].map((scope, index) => ({
    placeholder: `:scope${index}`,
    scope,
  }));
  const item = {
    ConditionCheck: {
      TableName: table.name,
      Key: apiKeyRecordKey(grantor.sha256),
      ConditionExpression: [
        "#enabled = :yes",
        ...required.map(({ placeholder }) => `contains(#scopes, ${placeholder})`),
      ].join(" AND "),
      ExpressionAttributeNames: { "#enabled": "enabled", "#scopes": "scopes" },
      ExpressionAttributeValues: {
        ":yes": true,
        ...Object.fromEntries(required.map(({ placeholder, scope }) => [placeholder, scope])),
      },
    },
  };
  return [{ item, refusal: "grant_refused" }];
};

/**
 * Counts the firm's keys, and those that manage keys, in the transaction that writes the key: concurrent removals
 * always leave one key that manages keys.
 */
const keyCountSteps = (
  table: Table,
  firm: FirmId,
  before: Authority | null,
  after: Authority | null,
): WriteStep<KeyWrite>[] => {
  const keyDelta = Number(after !== null) - Number(before !== null);
  const managingDelta = managingCount(after) - managingCount(before);
  if (keyDelta === 0 && managingDelta === 0) return [];
  const update = keyCountUpdate(table, firm, { keyDelta, managingDelta });
  const conditions = ["attribute_exists(pk)", ...(managingDelta < 0 ? ["managingCount > :one"] : [])];
  const item = {
    Update: {
      ...update,
      ConditionExpression: conditions.join(" AND "),
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ...(managingDelta < 0 && { ":one": 1 }),
      },
    },
  };
  return [{ item, refusal: "key_count_limit" }];
};

/** Counts a new key, if the firm may have another one and the key is marked as the firm is. */
const newKeyCountSteps = (table: Table, firm: FirmId, key: KeyRecord): WriteStep<KeyAddition>[] => {
  const update = keyCountUpdate(table, firm, { keyDelta: 1, managingDelta: managingCount(key) });
  const item = {
    Update: {
      ...update,
      ConditionExpression: `keyCount < :most AND ${newKeyCondition(key)}`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ":most": LIMITS.keys },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    },
  };
  return [{ item, refusal: (counts) => newKeyRefusal(counts, key) ?? "key_count_limit" }];
};

type Deltas = { readonly keyDelta: number; readonly managingDelta: number };

const keyCountUpdate = (table: Table, firm: FirmId, { keyDelta, managingDelta }: Deltas) => ({
  TableName: table.name,
  Key: keyCountsKey(firm),
  UpdateExpression: "SET keyCount = keyCount + :keys, managingCount = managingCount + :managing",
  ExpressionAttributeValues: { ":keys": keyDelta, ":managing": managingDelta },
});

const managingCount = (authority: Authority | null) => Number(authority !== null && managesKeys(authority));
