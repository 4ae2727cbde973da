import * as z from "zod/mini";
import { keyRecord, type StoredKey } from "../api/keys/key-store.ts";
import { batchesOf } from "../runtime/collections.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listDocuments, type Page, type PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef, readRecords } from "../table/read-records.ts";
import { ifReadable, throwFault } from "../table/record-fault.ts";
import { FIRM_KEY_PREFIX, firmKeyEntryKey, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";

const pointerItem = lazy(() => z.object({ sk: z.string(), sha256: z.string() }));

const parsePointer = (item: Item) => {
  const { sk, sha256 } = pointerItem().parse(item);
  return { id: sk.slice(FIRM_KEY_PREFIX.length), sha256 };
};

/** Reads the hash of a key of this firm, or null. */
export const keyPointer = (firm: FirmId, id: string): RecordRef<string | null> => ({
  key: firmKeyEntryKey(firm, id),
  parse: nullIfMissing((item) => parsePointer(item).sha256),
});

/** Reads pages of the firm's API keys through the firm's own pointers, so another firm's key is never found. */
export const keyPage =
  (firm: FirmId) =>
  async (table: Table, range: PageRange): Promise<Page<StoredKey>> => {
    const kind = { sortPrefix: FIRM_KEY_PREFIX, parse: parsePointer };
    const { records: pointers, lastId } = await listDocuments(table, firm, kind, range);
    const hashes = pointers.map(({ sha256 }) => sha256);
    const keys = await Promise.all(batchesOf(hashes, BATCH_MAXIMUM).map((batch) => readKeys(table, batch)));
    return { records: keys.flat(), lastId };
  };

const BATCH_MAXIMUM = 100;

/** Enough to find one of a firm's keys by its hash. */
const SHOWN_CHARACTERS = 12;

/**
 * Reads at most 100 keys, in the order of the hashes. Skips those that were deleted since their hashes were read.
 * `onFault` receives those that cannot be read.
 */
export const readKeys = async (
  table: Table,
  hashes: readonly string[],
  onFault = throwFault,
): Promise<StoredKey[]> => {
  const refs = hashes.map((sha256) =>
    ifReadable(keyRecord(sha256), (fault) =>
      onFault(`the key with the hash ${sha256.slice(0, SHOWN_CHARACTERS)}…`, fault),
    ),
  );
  const { keys } = await readRecords(table, { keys: refs });
  return keys.filter((key) => key !== null);
};
