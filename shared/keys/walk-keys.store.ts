import type { StoredKey } from "../api/keys/key-store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { readKeys } from "./firm-key.store.ts";
import { walkKeyHashes } from "./firm-key-hashes.store.ts";

const BATCH_MAXIMUM = 100;

/** The firm's API keys, then its ingestion keys, then those of links. */
export async function* walkKeys(table: Table, firm: FirmId): AsyncGenerator<StoredKey> {
  let hashes: string[] = [];
  for await (const sha256 of walkKeyHashes(table, firm)) {
    hashes.push(sha256);
    if (hashes.length < BATCH_MAXIMUM) continue;
    yield* await readKeys(table, hashes);
    hashes = [];
  }
  yield* await readKeys(table, hashes);
}
