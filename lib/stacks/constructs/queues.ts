import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { DeadLetters } from "./dead-letters.ts";

/**
 * AWS recommends five or more, since a throttled invocation is a receive too. A reading that ended voids its message. From
 * five minutes after an attempt was due, the sweep has queued its delivery again, which voids the message: its third
 * receive deletes it, unless that fails too.
 */
const RECEIVES_MAXIMUM = 5;

/** The functions that read the queues. */
export const QUEUE_READERS = {
  deliveries: {
    /** Longer than the 15 seconds that an endpoint has to respond. */
    timeoutSeconds: 30,
    /** Attempts at the same time. Each may last 15 seconds, until the endpoint's circuit opens. */
    concurrency: 300,
  },
  feeds: {
    /** Longer than the 15 seconds of a download, the recurrences of a large calendar and the writes of all its windows. */
    timeoutSeconds: 60,
    /** Ten thousand feeds are 17 readings a second, of a second each; slow calendars take longer. */
    concurrency: 100,
  },
};

/** Creates the queues of webhook deliveries and of feeds, whose messages outlive the functions that read them. */
export const createQueues = (scope: Construct, deadLetters: DeadLetters) => {
  const create = (id: string, { timeoutSeconds }: Reader, retentionPeriod: Duration, queue: Queue) =>
    new Queue(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS recommends six times the function's timeout, so that throttled messages are not received again early.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      retentionPeriod,
      deadLetterQueue: { maxReceiveCount: RECEIVES_MAXIMUM, queue },
    });
  return {
    deliveries: create("Deliveries", QUEUE_READERS.deliveries, Duration.days(14), deadLetters.delivery),
    feeds: create("Feeds", QUEUE_READERS.feeds, Duration.hours(1), deadLetters.feed),
  };
};

type Reader = (typeof QUEUE_READERS)[keyof typeof QUEUE_READERS];
