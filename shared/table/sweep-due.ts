import type { DueWork } from "../runtime/lateness.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import { type DueKey, readDue } from "./due-index.ts";
import type { Item } from "./record-keys.ts";
import { SweepRun } from "./sweep-run.ts";
import type { Table } from "./table.ts";

export type SweepDependencies = { readonly table: Table; readonly now: () => number };

/** Below the function's timeout: the rest is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

/** Items at a time, in all shards together; at least one in each. */
const CONCURRENCY = 4;

type Sweep = { readonly work: DueWork; readonly shards: readonly string[] };

/**
 * Processes the due items of some shards, the longest due first. A failure does not stop the others, and is due again in
 * the next sweep.
 * @returns whether the work was late
 * @throws the first fault, once everything else is done
 */
export const sweepDue = async (
  { table, now }: SweepDependencies,
  { work, shards }: Sweep,
  process: (due: DueKey, run: SweepRun) => Promise<void>,
): Promise<boolean> => {
  const run = new SweepRun(work, now());
  const deadline = now() + SWEEP_MILLISECONDS;
  const sweepShard = async (shard: string) => {
    let next: Item | undefined;
    do {
      const page = await readDue(table, shard, now(), next);
      await mapConcurrently(page.due, Math.ceil(CONCURRENCY / shards.length), (due) =>
        run.process(due, () => process(due, run)),
      );
      next = page.next;
    } while (next && now() < deadline);
  };
  await Promise.all(shards.map((shard) => sweepShard(shard).catch((error: unknown) => run.addFault(error))));
  return run.end();
};
