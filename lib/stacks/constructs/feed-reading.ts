import { Duration } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { ONE_MINUTE } from "./alarms.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

type Context = FunctionContext & { readonly deadLetters: DeadLetters };

/** Longer than the 15 seconds of a download, the recurrences of a large calendar and the writes of all its windows. */
const TIMEOUT_SECONDS = 60;
/** AWS recommends six times the function's timeout, so that throttled messages are not received again early. */
const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS;
/** A reading that ended voids its message. One that crashed or ran out of time is tried once more. */
const RECEIVES_MAXIMUM = 2;
/** Ten thousand feeds are 17 readings a second, of a second each; slow calendars take longer. */
const CONCURRENCY = 100;

/** Feeds are due every ten minutes. */
export const LATE_FEED_SECONDS = 20 * 60;

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

  #createQueue({ alarms, deadLetters }: Context) {
    const queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { maxReceiveCount: RECEIVES_MAXIMUM, queue: deadLetters.feed },
    });
    alarms.add(this, "FeedsLateAlarm", {
      metric: queue.metricApproximateAgeOfOldestMessage({ period: ONE_MINUTE }),
      above: LATE_FEED_SECONDS,
      urgency: "ticket",
      impact: "Firms' attorneys may be booked while their calendars show them busy: feeds wait to be read.",
      runbook: "late-feeds",
    });
    return queue;
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
