import { type Authority, type Grant, grantChecks } from "../api/keys/grant.ts";
import { type KeyRecord, keyToItem, type StoredKey } from "../api/keys/key-store.ts";
import { firmDisabled, invalidRequest } from "../schema/app-error.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import { newKeyCondition, newKeyRefusal } from "../settings/firm-state.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { apiKeyRecordKey, firmKeyEntryKey, type Item, keyCountsKey, sha256 } from "../table/record-keys.ts";
import { documentDelete, documentWrite } from "../table/update-item.ts";
import { lastManagingKey, managesKeys } from "./api-key.rules.ts";

/** The fields that a change of a key may set, without the rate window, which leases write at any time. */
export type KeyFields = Partial<
  Pick<KeyRecord, "name" | "scopes" | "enabled" | "requestsPerMinute" | "permitsPerLease">
>;

/** Returns a key's items besides the key counts: the key itself, stored under its hash, and the firm's pointer to it. */
export const keyItems = (firm: FirmId, secret: string, key: KeyRecord): Item[] => [
  keyToItem(secret, key),
  { ...firmKeyEntryKey(firm, key.id), sha256: sha256(secret) },
];

/** Returns the key counts of a new firm, whose only key manages keys. */
export const initialKeyCounts = (firm: FirmId): Item => ({
  ...keyCountsKey(firm),
  keyCount: 1,
  managingCount: 1,
});

/** Writes a new key, which must have its firm's marks. */
export const putKey = (
  firm: FirmId,
  { secret, key }: { readonly secret: string; readonly key: KeyRecord },
  grantor: Grant["grantor"],
): Write[] => [
  ...grantChecks({ grantor, scopes: key.scopes }),
  newKeyCount(firm, key),
  ...keyItems(firm, secret, key).map((item) => ({ New: item })),
];

type KeyChange = { readonly key: StoredKey; readonly fields: KeyFields };

/** Sets fields of a key, which must not have changed since the read. */
export const changeKey = ({ key, fields }: KeyChange): Write =>
  documentWrite(apiKeyRecordKey(key.sha256), key.version, fields);

/** Changes the permissions of a key. The key counts depend on the key as it was read, so the write requires its version. */
export const changeAuthority = (firm: FirmId, change: KeyChange, grant: Grant): Write[] => [
  changeKey(change),
  ...grantChecks(grant),
  ...keyCounts(firm, {
    before: change.key,
    after: { ...change.key, ...change.fields },
    field: change.fields.scopes ? "scopes" : "enabled",
  }),
];

export const removeKey = (firm: FirmId, key: StoredKey): Write[] => [
  documentDelete(apiKeyRecordKey(key.sha256), key.version),
  ...keyCounts(firm, { before: key, after: null, field: "id" }),
  { Delete: { Key: firmKeyEntryKey(firm, key.id) } },
];

type CountedChange = {
  readonly before: Authority;
  readonly after: Authority | null;
  /** The field of the violation for a firm's last managing key. */
  readonly field: string;
};

/**
 * Counts the firm's keys, and those that manage keys, in the transaction that writes the key: concurrent removals
 * always leave one key that manages keys.
 */
const keyCounts = (firm: FirmId, { before, after, field }: CountedChange): Write[] => {
  const keyDelta = Number(after !== null) - 1;
  const managingDelta = managingCount(after) - managingCount(before);
  if (keyDelta === 0 && managingDelta === 0) return [];
  const { ExpressionAttributeValues: values, ...update } = keyCountUpdate(firm, { keyDelta, managingDelta });
  const isRemoval = managingDelta < 0;
  const Update = {
    ...update,
    ConditionExpression: `attribute_exists(pk)${isRemoval ? " AND managingCount > :one" : ""}`,
    ExpressionAttributeValues: { ...values, ...(isRemoval && { ":one": 1 }) },
  };
  return [{ Update, refusal: () => lastManagingKey(field) }];
};

/** Counts a new key, if the firm may have another one and the key has the firm's marks. */
const newKeyCount = (firm: FirmId, key: KeyRecord): Write => {
  const update = keyCountUpdate(firm, { keyDelta: 1, managingDelta: managingCount(key) });
  return {
    Update: {
      ...update,
      ConditionExpression: `keyCount < :most AND ${newKeyCondition(key)}`,
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ":most": LIMITS.keys },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
    refusal: (counts) => {
      const refusal = newKeyRefusal(counts, key);
      if (refusal === "firm_disabled") return firmDisabled();
      return refusal === null ? invalidRequest([fullList("keys")]) : null;
    },
  };
};

type Deltas = { readonly keyDelta: number; readonly managingDelta: number };

const keyCountUpdate = (firm: FirmId, { keyDelta, managingDelta }: Deltas) => ({
  Key: keyCountsKey(firm),
  UpdateExpression: "SET keyCount = keyCount + :keys, managingCount = managingCount + :managing",
  ExpressionAttributeValues: { ":keys": keyDelta, ":managing": managingDelta },
});

const managingCount = (authority: Authority | null) => Number(authority !== null && managesKeys(authority));
