import { describeCause, log } from "../runtime/log.ts";
import { parseFeedMessage } from "./feed-queue.ts";
import { type FeedDependencies, readFeed } from "./read-feed.ts";

type QueuedMessage = { readonly messageId: string; readonly body: string };

/**
 * Reads the feeds of a batch, and reports the messages that the queue must deliver again.
 * @throws when a message is malformed
 */
export const readFeeds = async (dependencies: FeedDependencies, messages: readonly QueuedMessage[]) => {
  const failed = await Promise.all(messages.map((message) => tryReading(dependencies, message)));
  return { batchItemFailures: failed.flat() };
};

/** @returns the message as a batch item failure, or nothing */
const tryReading = async (dependencies: FeedDependencies, { messageId, body }: QueuedMessage) => {
  const startedAt = dependencies.now();
  const message = parseFeedMessage(body);
  const { firmId, id: feedId } = message;
  try {
    const { outcome } = await readFeed(dependencies, message);
    log(outcome === "failed" ? "warn" : "info", "feed_read", {
      firmId,
      feedId,
      outcome,
      milliseconds: dependencies.now() - startedAt,
    });
    return [];
  } catch (error) {
    log("error", "feed_not_read", { firmId, feedId, cause: describeCause(error) });
    return [{ itemIdentifier: messageId }];
  }
};
