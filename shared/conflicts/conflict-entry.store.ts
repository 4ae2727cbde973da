import { secondsInDay } from "date-fns/constants";
import * as z from "zod/mini";
import { type Change, changeAttributes } from "../api/change.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { NO_RECORD, nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { conflictEntryKey, conflictEntryPartition, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unchanged } from "../table/update-item.ts";
import { type ConflictEntry, isEntryKey, type StoredEntry } from "./conflict-entry.rules.ts";
import { conflictEntryFields } from "./conflict-entry-fields.contract.ts";

const storedItem = lazy(() =>
  z.object({
    version: z.int(),
    changeId: z.string(),
    id: z.string(),
    isDeleted: z.optional(z.literal(true)),
  }),
);

const parseStoredEntry = (item: Item): StoredEntry => {
  const { isDeleted, ...stored } = storedItem().parse(item);
  return { ...stored, entry: isDeleted ? null : conflictEntryFields.item().parse({ ...item, key: item.sk }) };
};

/** Returns the entry of an item; null for one that was deleted a moment ago. */
export const parseEntry = (item: Item): ConflictEntry | null => parseStoredEntry(item).entry;

/** Reads what is stored under a key; null for nothing, and for what can be no key. */
const recordUnder =
  <Value>(parse: (item: Item) => Value) =>
  (firm: FirmId, key: string): RecordRef<Value | null> =>
    isEntryKey(key) ? { key: conflictEntryKey(firm, key), parse: nullIfMissing(parse) } : NO_RECORD;

export const storedEntryRecord = recordUnder(parseStoredEntry);

/** Reads an entry of this firm, or null. */
export const entryRecord = recordUnder(parseEntry);

type EntryWrite = {
  /** What was read under the key, which must be unchanged. */
  readonly before: StoredEntry | null;
  readonly change: Change;
};

/** What every item under a key has. The stream invokes the consumer that keeps the keys by which checks find entries. */
const attributesAfter = (id: string, { before, change }: EntryWrite) => ({
  id,
  version: (before?.version ?? 0) + 1,
  ...changeAttributes({ id, changeId: before?.changeId }, change),
});

const putItem = (item: Item, before: StoredEntry | null): Write => ({
  Put: { Item: item, ...unchanged({ version: before?.version ?? 0 }) },
});

/** Stores an entry, a new one or another state of it. */
export const putEntry = (firm: FirmId, { key, ...entry }: ConflictEntry, write: EntryWrite): Write =>
  putItem(
    {
      ...conflictEntryKey(firm, key),
      ...entry,
      entryId: entry.id,
      ...attributesAfter(entry.id, write),
    },
    write.before,
  );

/**
 * Deletes an entry. For a day, its item still says that it was deleted, so that the consumer of the stream deletes the
 * keys by which checks find it.
 */
export const deleteEntry = (firm: FirmId, key: string, write: EntryWrite & { before: StoredEntry }): Write =>
  putItem(
    {
      ...conflictEntryKey(firm, key),
      isDeleted: true,
      ...attributesAfter(write.before.id, write),
      expiresAtEpochSeconds: Math.floor(Date.parse(write.change.at) / 1_000) + secondsInDay,
    },
    write.before,
  );

/** Reads pages of the entries that match a filter, newest created first. */
export const entryPage =
  (firm: FirmId, matches: (entry: ConflictEntry) => boolean) =>
  (table: Table, range: PageRange): Promise<Page<ConflictEntry>> =>
    listNewestFirst(
      table,
      {
        ...{ indexName: "byEntry", partition: { pk: conflictEntryPartition(firm) }, sortedBy: "entryId" },
        parse: (item) => conflictEntryFields.item().parse({ ...item, key: item.sk }),
        matches,
      },
      range,
    );
