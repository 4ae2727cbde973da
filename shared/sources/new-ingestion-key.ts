import type { KeyRecord } from "../api/keys/key-store.ts";
import { newKey } from "../api/keys/new-key.ts";
import type { FirmId } from "../table/firm-id.ts";
import { sha256 } from "../table/record-keys.ts";
import type { IngestionKey, Source } from "./source.rules.ts";

type NewIngestionKey = { readonly secret: string; readonly key: KeyRecord; readonly entry: IngestionKey };

/** A new key of a source, its secret, and its entry in the source's list of keys. */
export const newIngestionKey = (
  firm: FirmId,
  { id, name, enabled, requestsPerMinute }: Pick<Source, "id" | "name" | "enabled" | "requestsPerMinute">,
  nowMilliseconds: number,
): NewIngestionKey => {
  const settings = { kind: "ingestion" as const, name, scopes: [], requestsPerMinute, sourceId: id };
  const { secret, key } = newKey(firm, settings, nowMilliseconds);
  return {
    secret,
    key: { ...key, enabled },
    entry: { sha256: sha256(secret), lastFour: key.lastFour, expiresAtEpochSeconds: null },
  };
};
