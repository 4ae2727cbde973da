/*
 * All reservations, the largest of them once more and Lambda's minimum for the others fit into the default quota of 1,000:
 * a function is replaced by another beside it, and a new consumer needs instances of its own.
 */

/** Instances that publish: one for each shard of the stream. A table of this size has fewer shards. */
export const PUBLISHING_CONCURRENCY = 50;

/** The functions that read the queues. */
export const QUEUE_READERS = {
  deliveries: {
    /** Longer than the 15 seconds that an endpoint has to respond. */
    timeoutSeconds: 30,
    /** Attempts at the same time. Each may last 15 seconds, until the endpoint's circuit opens. */
    concurrency: 240,
  },
  feeds: {
    /** Longer than the 15 seconds of a download, the recurrences of a large calendar and the writes of all its windows. */
    timeoutSeconds: 60,
    /** Ten thousand feeds are 17 readings a second, of a second each; slow calendars take longer. */
    concurrency: 50,
  },
};
