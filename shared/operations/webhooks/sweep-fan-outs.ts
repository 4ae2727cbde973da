import { OVERDUE_MILLISECONDS } from "../../domain/webhooks/webhook-retry-schedule.ts";
import { batchesOf } from "../../runtime/to-batches.ts";
import { type RecordRef, readRecords } from "../../storage/dynamodb/read-records.ts";
import { DUE_SHARDS, type DueKey, dueMilliseconds } from "../../storage/webhooks/due-index.ts";
import {
  type FanOutEntry,
  type FanOutPage,
  fanOutMilliseconds,
  fanOutStore,
} from "../../storage/webhooks/fan-out-store.ts";
import { unindexedDeliveryRecord } from "../../storage/webhooks/webhook-delivery-store.ts";
import { claimAndQueue, toDue } from "./claim-and-queue.ts";
import { addFault, type Sweep } from "./sweep.ts";

/**
 * Queues the deliveries of which no attempt was recorded in the five minutes after their event was fanned out. Claiming
 * puts them into the index of what is due, so a fan-out is read once.
 * @returns how long the oldest of what is due has waited, in milliseconds
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

/** The position stays before what could not be claimed, so that the next sweep reads it again. */
const sweepShard = async (sweep: Sweep, shard: string, position: string | null): Promise<number> => {
  const startedAt = sweep.now();
  let [oldest, isComplete, claimed] = [startedAt, true, position];
  let unread: string | undefined;
  for await (const { entries, next } of pagesAfter(sweep, shard, position)) {
    const page = await claimUnattempted(sweep, entries);
    oldest = Math.min(oldest, page.oldestMilliseconds);
    isComplete &&= page.isComplete;
    if (isComplete) claimed = entries.at(-1)?.position ?? claimed;
    unread = next;
  }
  if (claimed !== null && claimed !== position) await fanOutStore(sweep.table).setPosition(shard, claimed);
  // The fan-outs that this sweep has no time to read begin here.
  if (unread) oldest = Math.min(oldest, fanOutMilliseconds(unread) + OVERDUE_MILLISECONDS);
  return startedAt - oldest;
};

/** The pages of fan-outs of five minutes ago, while the sweep has time. */
async function* pagesAfter(sweep: Sweep, shard: string, position: string | null): AsyncGenerator<FanOutPage> {
  let after = position;
  do {
    const beforeMilliseconds = sweep.now() - OVERDUE_MILLISECONDS;
    const page = await fanOutStore(sweep.table).list(shard, { after, beforeMilliseconds });
    yield page;
    after = page.next ?? null;
  } while (after !== null && !sweep.isOver());
}

type Claimed = {
  readonly isComplete: boolean;
  /** When the first of the deliveries was due. */
  readonly oldestMilliseconds: number;
};

const BATCH_MAXIMUM = 100;

const claimUnattempted = async (sweep: Sweep, entries: readonly FanOutEntry[]): Promise<Claimed> => {
  const deliveries = entries.flatMap((entry) => deliveriesOf(sweep, entry));
  let [isComplete, oldestMilliseconds] = [true, Number.POSITIVE_INFINITY];
  for (const batch of batchesOf(deliveries, BATCH_MAXIMUM)) {
    if (sweep.isOver()) return { isComplete: false, oldestMilliseconds };
    try {
      const { unindexed } = await readRecords(sweep.table, { unindexed: batch });
      const due = toDue(unindexed.flatMap((key) => key ?? []));
      oldestMilliseconds = Math.min(oldestMilliseconds, ...due.map(dueMilliseconds));
      await claimAndQueue(sweep, due);
    } catch (error) {
      addFault(sweep, error);
      isComplete = false;
    }
  }
  return { isComplete, oldestMilliseconds };
};

/** A malformed fan-out is reported and passed over: it must not hold up those behind it. */
const deliveriesOf = (sweep: Sweep, { parse }: FanOutEntry): RecordRef<DueKey | null>[] => {
  try {
    const { firmId, eventId, webhookIds } = parse();
    return webhookIds.map((webhookId) => unindexedDeliveryRecord(firmId, webhookId, eventId));
  } catch (error) {
    addFault(sweep, error);
    return [];
  }
};
