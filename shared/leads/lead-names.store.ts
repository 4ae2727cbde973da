import { batchesOf } from "../runtime/collections.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, readRecords } from "../table/read-records.ts";
import { fullName } from "./lead.rules.ts";
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
