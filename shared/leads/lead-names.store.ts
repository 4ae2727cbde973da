import * as z from "zod/mini";
import type { Change } from "../api/change.ts";
import { batchesOf } from "../runtime/collections.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type QueryRef, type RecordRef, readRecords } from "../table/read-records.ts";
import { lastRenameKey } from "../table/record-keys.ts";
import { fullName, type Lead } from "./lead.rules.ts";
import { leadRecord } from "./lead.store.ts";

const BATCH = 100;
/** Limits the memory for large leads. */
const CONCURRENT_BATCHES = 8;

/** Reads the names of leads by id: blank for an erased lead. */
export const leadNames = (firm: FirmId, ids: readonly string[]): QueryRef<ReadonlyMap<string, string>> => ({
  query: async (table) => {
    const batches = batchesOf([...new Set(ids)], BATCH);
    const names = await mapConcurrently(batches, CONCURRENT_BATCHES, async (batch) => {
      const { leads } = await readRecords(table, { leads: batch.map((id) => leadRecord(firm, id)) });
      return leads.flatMap((lead) => (lead === null ? [] : [[lead.id, fullName(lead)] as const]));
    });
    return new Map(names.flat());
  },
});

/** Not `changeId`, which would invoke the publisher of events. */
const renameItem = lazy(() => z.object({ lastRename: z.string() }));

/** Reads the change that last gave a lead of the firm another name; null before the first. */
export const lastRenameRecord = (firm: FirmId): RecordRef<string | null> => ({
  key: lastRenameKey(firm),
  parse: nullIfMissing((item) => renameItem().parse(item).lastRename),
});

/** Marks the change of a lead if it changes the name, in the same transaction. */
export const renameWrites = (
  firm: FirmId,
  { before, after, change }: { readonly before: Lead; readonly after: Lead; readonly change: Change },
): Write[] =>
  fullName(before) === fullName(after)
    ? []
    : [{ Put: { Item: { ...lastRenameKey(firm), lastRename: change.id } } }];
