import { Duration } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { QUEUE_READERS } from "../concurrency.ts";
import type { DeadLetters } from "./dead-letters.ts";
import type { IntakeFunction } from "./intake-function.ts";

/**
 * AWS recommends five or more, since a throttled invocation is a receive too. A reading that ended voids its message. From
 * five minutes after an attempt was due, the sweep has queued its delivery again, which voids the message: its third
 * receive deletes it, unless that fails too.
 */
const RECEIVES_MAXIMUM = 5;

/** A queue whose senders find its address in a variable of theirs. */
export class SendableQueue extends Queue {
  readonly #variable: string;

  constructor(
    scope: Construct,
    id: string,
    { variable, ...props }: QueueProps & { readonly variable: string },
  ) {
    super(scope, id, props);
    this.#variable = variable;
  }

  /** Lets a function send to the queue only. */
  grantSend(handler: IntakeFunction) {
    handler.addEnvironment(this.#variable, this.queueUrl);
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.queueArn] }),
    );
  }
}

type QueueRow = { readonly reader: Reader; readonly retentionPeriod: Duration; readonly deadLetters: Queue };

/** Creates the queues of webhook deliveries and of feeds, whose messages outlive the functions that read them. */
export const createQueues = (scope: Construct, deadLetters: DeadLetters) => {
  const create = (id: string, variable: string, { reader, retentionPeriod, deadLetters: queue }: QueueRow) =>
    new SendableQueue(scope, id, {
      variable,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS recommends six times the function's timeout, so that throttled messages are not received again early.
      visibilityTimeout: Duration.seconds(6 * reader.timeoutSeconds),
      retentionPeriod,
      deadLetterQueue: { maxReceiveCount: RECEIVES_MAXIMUM, queue },
    });
  return {
    deliveries: create("Deliveries", "DELIVERY_QUEUE_URL", {
      reader: QUEUE_READERS.deliveries,
      retentionPeriod: Duration.days(14),
      deadLetters: deadLetters.delivery,
    }),
    feeds: create("Feeds", "FEED_QUEUE_URL", {
      reader: QUEUE_READERS.feeds,
      retentionPeriod: Duration.hours(1),
      deadLetters: deadLetters.feed,
    }),
  };
};

type Reader = (typeof QUEUE_READERS)[keyof typeof QUEUE_READERS];
