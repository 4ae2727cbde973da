import { LIMITS } from "../../contract/schema/limits.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Authority, managesKeys } from "../../domain/keys/api-key.ts";
import { updateExpressions } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import type { Table } from "../dynamodb/table.ts";
import { type TransactItem, transact } from "../dynamodb/transaction.ts";
import { apiKeyRecordKey, firmKeyEntryKey, keyCountsKey, sha256 } from "../record-keys.ts";
import { type KeyRecord, keyToItem, type StoredKey } from "./key-store.ts";

/** What a change of a key sets. Its rate window is not among it: leases write that at any time. */
export type KeyFields = Partial<
  Pick<KeyRecord, "name" | "scopes" | "enabled" | "requestsPerMinute" | "permitsPerLease">
>;

/** The key that gives scopes to another, and which. It must hold them all at the moment of the write. */
export type Grant = { readonly grantor: StoredKey; readonly scopes: readonly Scope[] };

/**
 * Whether all of it was written, or why nothing was: the key has `stale_version` since it was read (read it afresh and try
 * again), the tally allows no more keys or no fewer that manage keys, or the giver has lost what it gives.
 */
export type KeyWrite = "done" | "conflict" | "key_count_limit" | "grant_refused";

type Part = { readonly item: TransactItem; readonly refusal: KeyWrite };

/** A key's items beside the tally: the key itself, found by its hash, and the firm's own pointer to it. */
export const keyItems = (firm: FirmId, secret: string, key: KeyRecord): Item[] => [
  keyToItem(secret, key),
  { ...firmKeyEntryKey(firm, key.id), sha256: sha256(secret) },
];

/** The tally of a new firm, whose one key manages keys. */
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
  write(table, [
    ...grantParts(table, { grantor, scopes: key.scopes }),
    ...keyCountParts(table, firm, null, key),
    ...keyItems(firm, secret, key).map((Item) => ({
      item: { Put: { TableName: table.name, Item } },
      refusal: "conflict" as const,
    })),
  ]);

/** Changes what a key may do. The tally is kept by the key's state as it was read, hence of this version only. */
export const changeAuthority = (
  table: Table,
  firm: FirmId,
  { key, fields }: { key: StoredKey; fields: KeyFields },
  grant: Grant,
): Promise<KeyWrite> =>
  write(table, [
    { item: { Update: keyUpdate(table, key, fields) }, refusal: "conflict" },
    ...grantParts(table, grant),
    ...keyCountParts(table, firm, key, { ...key, ...fields }),
  ]);

export const deleteKey = (table: Table, firm: FirmId, key: StoredKey): Promise<KeyWrite> =>
  write(table, [
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
    ...keyCountParts(table, firm, key, null),
    { item: { Delete: { TableName: table.name, Key: firmKeyEntryKey(firm, key.id) } }, refusal: "conflict" },
  ]);

const write = async (table: Table, parts: readonly Part[]): Promise<KeyWrite> => {
  const outcome = await transact(
    table,
    parts.map(({ item }) => item),
  );
  if (outcome.result === "done") return "done";
  if (outcome.result === "conflict") return "conflict";
  return parts.find((_, index) => outcome.reasons[index]?.failed)?.refusal ?? "conflict";
};

const keyUpdate = (table: Table, { sha256: hash, version }: StoredKey, fields: KeyFields) => ({
  TableName: table.name,
  Key: apiKeyRecordKey(hash),
  ...updateExpressions({
    set: Object.entries(fields).map(([name, value]) => [[name], value]),
    incremented: [["version"]],
    when: { version },
  }),
});

/** The giver as it is, not as its lease has it: a key revoked seconds ago must leave none behind in its place. */
const grantParts = (table: Table, { grantor, scopes }: Grant): Part[] => {
  if (scopes.length === 0) return [];
  const held = [...new Set<Scope>(["settings:write", ...scopes])].map((scope, index) => ({
    name: `:scope${index}`,
    scope,
  }));
  const item = {
    ConditionCheck: {
      TableName: table.name,
      Key: apiKeyRecordKey(grantor.sha256),
      ConditionExpression: ["#enabled = :yes", ...held.map(({ name }) => `contains(#scopes, ${name})`)].join(
        " AND ",
      ),
      ExpressionAttributeNames: { "#enabled": "enabled", "#scopes": "scopes" },
      ExpressionAttributeValues: {
        ":yes": true,
        ...Object.fromEntries(held.map(({ name, scope }) => [name, scope])),
      },
    },
  };
  return [{ item, refusal: "grant_refused" }];
};

/**
 * Keeps the count of the firm's keys and of those that manage keys in the same transaction as the keys: so however
 * many are removed at once, one that manages keys remains.
 */
const keyCountParts = (
  table: Table,
  firm: FirmId,
  before: Authority | null,
  after: Authority | null,
): Part[] => {
  const keys = Number(after !== null) - Number(before !== null);
  const managing = managingCount(after) - managingCount(before);
  if (keys === 0 && managing === 0) return [];
  const conditions = [
    "attribute_exists(pk)",
    ...(keys > 0 ? ["keyCount < :most"] : []),
    ...(managing < 0 ? ["managingCount > :one"] : []),
  ];
  const item = {
    Update: {
      TableName: table.name,
      Key: keyCountsKey(firm),
      UpdateExpression: "SET keyCount = keyCount + :keys, managingCount = managingCount + :managing",
      ConditionExpression: conditions.join(" AND "),
      ExpressionAttributeValues: {
        ":keys": keys,
        ":managing": managing,
        ...(keys > 0 && { ":most": LIMITS.keys }),
        ...(managing < 0 && { ":one": 1 }),
      },
    },
  };
  return [{ item, refusal: "key_count_limit" }];
};

const managingCount = (authority: Authority | null) => Number(authority !== null && managesKeys(authority));
