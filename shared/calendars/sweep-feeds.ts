import { type DueKey, FEED_SHARDS } from "../table/due-index.ts";
import { parseFeedKey } from "../table/parse-record-keys.ts";
import { readRecord } from "../table/read-records.ts";
import { type SweepDependencies, sweepDue } from "../table/sweep-due.ts";
import { changeFeed, feedRecord } from "./feed.store.ts";
import { type FeedQueue, sendFeed } from "./feed-queue.ts";
import { readingBegun } from "./feed-schedule.rules.ts";

type FeedSweep = SweepDependencies & {
  readonly feeds: FeedQueue;
  /** From 0 to 1. */
  readonly random: () => number;
};

/**
 * Queues every feed that is due for a reading.
 * @returns whether a feed was late
 * @throws the first fault, once the other feeds are done
 */
export const sweepFeeds = (dependencies: FeedSweep): Promise<boolean> =>
  sweepDue(dependencies, { work: "feeds", shards: FEED_SHARDS }, (due) => queueFeed(dependencies, due));

/** Takes a due feed for a reading, in a version that no other reading has. Should the message be lost, it is due again. */
const queueFeed = async ({ table, feeds, now, random }: FeedSweep, due: DueKey): Promise<void> => {
  const { firmId, attorneyId, id } = parseFeedKey(due.key);
  const moment = { nowMilliseconds: now(), random: random() };
  const feed = await readRecord(table, feedRecord(firmId, attorneyId, id));
  if (feed === null || feed.dueAtMilliseconds > moment.nowMilliseconds) return;
  const version = await changeFeed(table, firmId, feed, readingBegun(feed, moment));
  if (version !== null) await sendFeed(feeds, { firmId, attorneyId, id, version });
};
