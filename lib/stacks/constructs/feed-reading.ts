import { Duration } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { DeadLetters } from "./dead-letters.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

type Context = FunctionContext & { readonly deadLetters: DeadLetters };

/** Longer than the 15 seconds of a download, the recurrences of a large calendar and the writes of all its windows. */
const TIMEOUT_SECONDS = 60;
/** AWS recommends six times the function's timeout, so that throttled messages are not received again early. */
const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS;
/**
 * AWS recommends five or more, since a throttled invocation is a receive too. A reading that ended voids its message, so
 * only one that crashes or runs out of time is received again.
 */
const RECEIVES_MAXIMUM = 5;
/** Ten thousand feeds are 17 readings a second, of a second each; slow calendars take longer. */
const CONCURRENCY = 100;

/** Sweep and `create-feed` → queue → `fetch-feed` → the calendars of the firms' members. */
export class FeedReading extends Construct {
  readonly queue: Queue;
  readonly reader: IntakeFunction;

  constructor(scope: Construct, id: string, context: Context) {
    super(scope, id);
    this.queue = this.#createQueue(context);
    this.reader = this.#createReader(context);
  }

  /** Lets a function send to the queue only. */
  grantSend(handler: IntakeFunction) {
    handler.addEnvironment("FEED_QUEUE_URL", this.queue.queueUrl);
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.queue.queueArn] }),
    );
  }

  #createQueue({ deadLetters }: Context) {
    return new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { maxReceiveCount: RECEIVES_MAXIMUM, queue: deadLetters.feed },
    });
  }

  #createReader(context: FunctionContext) {
    const handler = new IntakeFunction(this, "FetchFeed", {
      ...context,
      name: "fetch-feed",
      description: "Reads a member's calendar from its address and writes the busy times that differ",
      timeoutSeconds: TIMEOUT_SECONDS,
      // The recurrences of a calendar need a processor.
      memoryMegabytes: 1_769,
      reservedConcurrency: CONCURRENCY,
    });
    handler.grantTableActions([
      "GetItem",
      "BatchGetItem",
      "Query",
      "PutItem",
      "UpdateItem",
      "DeleteItem",
      "ConditionCheckItem",
    ]);
    handler.addEventSource(
      new SqsEventSource(this.queue, {
        // A slow calendar must not delay others.
        batchSize: 1,
        maxConcurrency: CONCURRENCY,
        reportBatchItemFailures: true,
      }),
    );
    return handler;
  }
}
