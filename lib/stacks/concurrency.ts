/*
 * All reservations, the largest of them once more and Lambda's minimum for the others fit into the default quota of 1,000:
 * a function is replaced by another beside it, and a new consumer needs instances of its own.
 */

/**
 * Batches of a shard at once, in order for each record: a firm whose log is throttled, or a record that is retried, holds
 * up others of its batch only. One busy firm's batches refuse each other's appends to its log, so there are no more.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
export const BATCHES_OF_A_SHARD = 2;

/** Instances that publish: one for each batch of the stream's shards. A table of this size has fewer than 25. */
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
