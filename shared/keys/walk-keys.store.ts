import * as z from "zod/mini";
import { parseKey, type StoredKey } from "../api/keys/key-store.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  apiKeyRecordKey,
  FIRM_KEY_PREFIX,
  linkPartition,
  SOURCE_PREFIX,
  settingsPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { scanTable, walkPartition } from "../table/walk-items.ts";
import { readKeys } from "./firm-key.store.ts";

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

const pointerItem = lazy(() => z.object({ sha256: z.string() }));
const sourceItem = lazy(() => z.object({ keys: z.array(z.object({ sha256: z.string() })) }));

/** The hash of each API key of the firm, then of each ingestion key and of each link, expired ones included. */
export async function* walkKeyHashes(table: Table, firm: FirmId): AsyncGenerator<string> {
  const pk = settingsPartition(firm);
  yield* walkPointers(table, { pk, sortPrefix: FIRM_KEY_PREFIX });
  const sources = { pk, sortPrefix: SOURCE_PREFIX, attributes: ["keys"] };
  for await (const items of walkPartition(table, sources)) {
    const keys = items.flatMap((item) => sourceItem().parse(item).keys);
    for (const { sha256 } of keys) yield sha256;
  }
  yield* walkPointers(table, { pk: linkPartition(firm) });
}

async function* walkPointers(
  table: Table,
  partition: { readonly pk: string; readonly sortPrefix?: string },
): AsyncGenerator<string> {
  for await (const items of walkPartition(table, { ...partition, attributes: ["sha256"] })) {
    for (const item of items) yield pointerItem().parse(item).sha256;
  }
}

/**
 * The API and ingestion keys of all firms that end in these four characters. No index has them, because only the operator
 * asks so: this reads the whole table.
 */
export async function* scanKeysEndingIn(
  table: Table,
  lastFour: string,
  onScanned: (items: number) => void,
): AsyncGenerator<StoredKey> {
  const filter = {
    expression: "sk = :key AND lastFour = :lastFour",
    values: { ":key": apiKeyRecordKey("").sk, ":lastFour": lastFour },
  };
  let scanned = 0;
  for await (const page of scanTable(table, { filter })) {
    yield* page.items.map(parseKey);
    scanned += page.scanned;
    onScanned(scanned);
  }
}
