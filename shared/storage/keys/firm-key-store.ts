import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { conditionalUpdate } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import { listNewestFirst, type Page, type PageRange } from "../dynamodb/list-newest-first.ts";
import { type RecordRef, readRecord, readRecords } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { apiKeyRecordKey, FIRM_KEY_PREFIX, firmKeyEntryKey, settingsPartition } from "../record-keys.ts";
import { parseKey, type StoredKey } from "./key-store.ts";
import type { KeyFields } from "./key-writes.ts";

const pointerItem = lazy(() => z.object({ sk: z.string(), sha256: z.string() }));

const parsePointer = (item: Item) => {
  const { sk, sha256 } = pointerItem().parse(item);
  return { id: sk.slice(FIRM_KEY_PREFIX.length), sha256 };
};

const pointerRecord = (firm: FirmId, id: string): RecordRef<string | null> => ({
  key: firmKeyEntryKey(firm, id),
  parse: (item) => (item === undefined ? null : parsePointer(item).sha256),
});

const keyRecord = (sha256: string): RecordRef<StoredKey | null> => ({
  key: apiKeyRecordKey(sha256),
  parse: (item) => (item === undefined ? null : parseKey(item)),
});

/** The firm's API keys, read by way of its own pointers to them: so another firm's cannot be. */
export const firmKeyStore = (table: Table) => ({
  /** A key of this firm, or null. */
  find: async (firm: FirmId, id: string): Promise<StoredKey | null> => {
    const sha256 = await readRecord(table, pointerRecord(firm, id));
    if (sha256 === null) return null;
    const key = await readRecord(table, keyRecord(sha256));
    return key;
  },

  list: async (firm: FirmId, range: PageRange): Promise<Page<StoredKey>> => {
    const { records: pointers, lastId } = await listNewestFirst(
      table,
      {
        partition: { pk: settingsPartition(firm) },
        sortPrefix: FIRM_KEY_PREFIX,
        consistent: true,
        parse: parsePointer,
        matches: () => true,
      },
      range,
    );
    const batches = inBatches(pointers.map(({ sha256 }) => sha256));
    const keys = await Promise.all(batches.map((batch) => readKeys(table, batch)));
    return { records: keys.flat(), lastId };
  },

  /**
   * Sets fields that affect no scope. A version that is not null must be the current one.
   * @returns the changed key, or `conflict` when it is gone or has another version
   */
  change: async (
    { sha256 }: StoredKey,
    fields: KeyFields,
    version: number | null,
  ): Promise<StoredKey | "conflict"> => {
    const { result, item } = await conditionalUpdate(table, apiKeyRecordKey(sha256), {
      set: Object.entries(fields).map(([name, value]) => [[name], value]),
      incremented: [["version"]],
      ...(version !== null && { when: { version } }),
    });
    return result === "done" ? parseKey(item) : "conflict";
  },
});

const BATCH_MAXIMUM = 100;

const inBatches = (hashes: readonly string[]) =>
  Array.from({ length: Math.ceil(hashes.length / BATCH_MAXIMUM) }, (_, index) =>
    hashes.slice(index * BATCH_MAXIMUM, (index + 1) * BATCH_MAXIMUM),
  );

/** In the order of the hashes; one deleted since its pointer was read is left out. */
const readKeys = async (table: Table, hashes: readonly string[]): Promise<StoredKey[]> => {
  const records = Object.fromEntries(hashes.map((sha256) => [sha256, keyRecord(sha256)]));
  const keys = await readRecords(table, records);
  return hashes.flatMap((sha256) => keys[sha256] ?? []);
};
