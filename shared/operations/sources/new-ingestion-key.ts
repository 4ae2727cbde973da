import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { IngestionKey, Source } from "../../domain/sources/source.ts";
import type { KeyRecord } from "../../storage/keys/key-store.ts";
import { sha256 } from "../../storage/record-keys.ts";
import { newKey } from "../keys/new-key.ts";

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
