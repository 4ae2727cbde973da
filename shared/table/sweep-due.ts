import { settleConcurrently } from "../runtime/map-concurrently.ts";
import { type DueKey, readDue } from "./due-index.ts";
import type { Item } from "./record-keys.ts";
import type { Table } from "./table.ts";

export type SweepDependencies = { readonly table: Table; readonly now: () => number };

/** Below the function's timeout: the rest is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

/** Items at a time, in all shards together; at least one in each. */
const CONCURRENCY = 4;

/**
 * Processes the due items of some shards, the longest due first. A failure does not stop the others, and is due again in
 * the next sweep.
 * @throws the first fault, once everything else is done
 */
export const sweepDue = async (
  { table, now }: SweepDependencies,
  shards: readonly string[],
  lookAfter: (due: DueKey) => Promise<void>,
): Promise<void> => {
  const deadline = now() + SWEEP_MILLISECONDS;
  const sweepShard = async (shard: string) => {
    const faults: unknown[] = [];
    let next: Item | undefined;
    do {
      const page = await readDue(table, shard, now(), next);
      const settled = await settleConcurrently(page.due, Math.ceil(CONCURRENCY / shards.length), lookAfter);
      faults.push(...settled.faults);
      next = page.next;
    } while (next && now() < deadline);
    if (faults.length > 0) throw faults[0];
  };
  const { faults } = await settleConcurrently(shards, shards.length, sweepShard);
  if (faults.length > 0) throw faults[0];
};
