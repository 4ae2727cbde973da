import { recordFeedOverdueSeconds } from "../runtime/metrics.ts";
import { type DueKey, dueMilliseconds, FEED_SHARDS } from "../table/due-index.ts";
import { parseFeedKey } from "../table/parse-record-keys.ts";
import { type SweepDependencies, sweepDue } from "../table/sweep-due.ts";
import { nextReading } from "./feed.rules.ts";
import { takeFeed } from "./feed.store.ts";
import { type FeedQueue, sendFeed } from "./feed-queue.ts";

type FeedSweep = SweepDependencies & {
  readonly feeds: FeedQueue;
  /** From 0 to 1. */
  readonly random: () => number;
};

/**
 * Queues every feed that is due for a reading.
 * @throws the first fault, once the other feeds are done
 */
export const sweepFeeds = async (dependencies: FeedSweep): Promise<void> => {
  const startedAt = dependencies.now();
  let oldest = startedAt;
  const look = (due: DueKey) => {
    oldest = Math.min(oldest, dueMilliseconds(due));
    return queueFeed(dependencies, due);
  };
  try {
    await sweepDue(dependencies, FEED_SHARDS, look);
  } finally {
    recordFeedOverdueSeconds((startedAt - oldest) / 1_000);
  }
};

/** Should the message be lost, the feed is due again by then. */
const queueFeed = async ({ table, feeds, now, random }: FeedSweep, due: DueKey): Promise<void> => {
  const { firmId, attorneyId, id } = parseFeedKey(due.key);
  const dueAtMilliseconds = nextReading({ nowMilliseconds: now(), random: random() });
  const version = await takeFeed(table, due, { id, dueAtMilliseconds });
  if (version !== null) await sendFeed(feeds, { firmId, attorneyId, id, version });
};
