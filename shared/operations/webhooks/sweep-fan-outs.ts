import { OVERDUE_MILLISECONDS } from "../../domain/webhooks/webhook-retry-schedule.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { DUE_SHARDS, dueMilliseconds } from "../../storage/webhooks/due-index.ts";
import { type FanOut, fanOutStore } from "../../storage/webhooks/fan-out-store.ts";
import { unindexedDeliveryRecord } from "../../storage/webhooks/webhook-delivery-store.ts";
import { claimAndQueue, toDue } from "./claim-and-queue.ts";
import { addFault, type Sweep } from "./sweep.ts";

/**
 * Queues the deliveries of which no attempt was recorded in the five minutes after their event was fanned out. Claiming
 * puts them into the index of what is due, so a fan-out is looked at once.
 * @returns how long the oldest of what it found has been due, in milliseconds
 */
export const sweepFanOuts = async (sweep: Sweep): Promise<number> => {
  const positions = await fanOutStore(sweep.table).positions(DUE_SHARDS);
  const overdueMilliseconds = await Promise.all(
    DUE_SHARDS.map((shard, index) =>
      sweepShard(sweep, shard, positions[index] ?? null).catch((error: unknown) => addFault(sweep, error)),
    ),
  );
  return Math.max(...overdueMilliseconds);
};

const sweepShard = async (sweep: Sweep, shard: string, position: string | null): Promise<number> => {
  const store = fanOutStore(sweep.table);
  const startedAt = sweep.now();
  let oldest = startedAt;
  let isFaultless = true;
  let after = position;
  do {
    const dueBefore = sweep.now() - OVERDUE_MILLISECONDS;
    const { fanOuts, next } = await store.list(shard, { after, beforeMilliseconds: dueBefore });
    try {
      oldest = Math.min(oldest, await claimUnattempted(sweep, fanOuts));
    } catch (error) {
      addFault(sweep, error);
      isFaultless = false;
    }
    const last = fanOuts.at(-1);
    // After a fault, the next sweep looks at these fan-outs again.
    if (last && isFaultless) await store.setPosition(shard, last.position);
    after = next ?? null;
  } while (after !== null && !sweep.isOver());
  return startedAt - oldest;
};

const BATCH_MAXIMUM = 100;

/** @returns when the oldest of what it found was due, in epoch milliseconds */
const claimUnattempted = async (sweep: Sweep, fanOuts: readonly FanOut[]): Promise<number> => {
  const deliveries = fanOuts.flatMap(({ firmId, eventId, webhookIds }) =>
    webhookIds.map((webhookId) => unindexedDeliveryRecord(firmId, webhookId, eventId)),
  );
  let oldest = Number.POSITIVE_INFINITY;
  for (let start = 0; start < deliveries.length; start += BATCH_MAXIMUM) {
    const batch = deliveries.slice(start, start + BATCH_MAXIMUM);
    const { unindexed } = await readRecords(sweep.table, { unindexed: batch });
    const due = toDue(unindexed.flatMap((key) => key ?? []));
    oldest = Math.min(oldest, ...due.map(dueMilliseconds));
    await claimAndQueue(sweep, due);
  }
  return oldest;
};
