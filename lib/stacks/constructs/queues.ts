import { Duration } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { QUEUE_READERS } from "../concurrency.ts";
import type { IntakeFunction } from "./intake-function.ts";

/**
 * The table knows what is due, and the sweep queues it again, which voids earlier messages: an attempt five minutes after
 * it was due, a feed after half an hour. So there are no dead letters. A message that its function cannot even find void
 * ends with this, after twenty receives.
 */
const RETENTION = Duration.hours(1);

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

/** Creates the queues of webhook deliveries and of feeds, whose messages outlive the functions that read them. */
export const createQueues = (scope: Construct) => {
  const create = (id: string, variable: string, { timeoutSeconds }: Reader) =>
    new SendableQueue(scope, id, {
      variable,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // AWS recommends six times the function's timeout, so that throttled messages are not received again early.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      retentionPeriod: RETENTION,
    });
  return {
    deliveries: create("Deliveries", "DELIVERY_QUEUE_URL", QUEUE_READERS.deliveries),
    feeds: create("Feeds", "FEED_QUEUE_URL", QUEUE_READERS.feeds),
  };
};

type Reader = (typeof QUEUE_READERS)[keyof typeof QUEUE_READERS];
