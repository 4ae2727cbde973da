import { managesKeys } from "../../shared/keys/api-key.rules.ts";
import { walkKeys } from "../../shared/keys/walk-keys.store.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import { apiKeyRecordKey, type Item } from "../../shared/table/record-keys.ts";
import { type Comparison, confirmed, isNewer, type Kind, type Pair } from "./comparison.ts";

export const KEY_KIND: Kind = {
  kind: "key",
  // The sessions of members end all together after a restore.
  parse: ({ pk, sk, kind, firmId, id }) =>
    /^KEY#/.test(String(pk)) && sk === "KEY" && kind !== "session" && kind !== "sign_in"
      ? { firm: String(firmId), id: String(id) }
      : null,
  compare: async (pair, comparison) => {
    const { restored, later } = pair;
    if (later !== undefined && restored.version === later.version) return null;
    const change = later === undefined ? "revoked" : "changed";
    if (!isRevoked(restored, later)) return { change, repeat: null };
    return { change, repeat: await repeatRevocation(pair, comparison) };
  },
};

/** A key that was disabled since is revoked, too. */
const isRevoked = ({ version }: { readonly version?: unknown }, later: Item | undefined) =>
  later === undefined || (later.version !== version && later.enabled === false);

/** The last key that manages a firm's keys cannot be revoked: the firm needs another one first. */
const repeatRevocation = async ({ firm, id, restored }: Pair, comparison: Comparison): Promise<string> =>
  restored.kind === "api" && (await isLastManaging(firm, id, comparison))
    ? `key create ${firm} --name Restored`
    : confirmed("key revoke", firm, id);

/** Returns whether a key is the first of the restored table's managing keys, none of which stays. */
const isLastManaging = async (firm: string, id: string, comparison: Comparison): Promise<boolean> => {
  const managing = [];
  for await (const key of walkKeys(comparison.restored, firmIdFromVerifiedSource(firm), comparison.onFault)) {
    // The API keys come first.
    if (key.kind !== "api") break;
    if (managesKeys(key)) managing.push(key);
  }
  if (managing[0]?.id !== id) return false;
  const { laters } = await readRecords(comparison.old, {
    laters: managing.map(({ sha256 }) => ({ key: apiKeyRecordKey(sha256), parse: (item?: Item) => item })),
  });
  return managing.every((key, index) => !isNewer(key.id, comparison) && isRevoked(key, laters[index]));
};
