import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";
import { QUEUE_READERS } from "./queues.ts";

type FeedReadingProps = FunctionContext & { readonly queue: Queue };

/** Sweep and `create-feed` → queue → `fetch-feed` → the calendars of the firms' members. */
export class FeedReading extends Construct {
  readonly reader: IntakeFunction;
  readonly #queue: Queue;

  constructor(scope: Construct, id: string, { queue, ...context }: FeedReadingProps) {
    super(scope, id);
    this.#queue = queue;
    this.reader = this.#createReader(context);
  }

  /** Lets a function send to the queue only. */
  grantSend(handler: IntakeFunction) {
    handler.addEnvironment("FEED_QUEUE_URL", this.#queue.queueUrl);
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.#queue.queueArn] }),
    );
  }

  #createReader(context: FunctionContext) {
    const { timeoutSeconds, concurrency: reservedConcurrency } = QUEUE_READERS.feeds;
    const handler = new IntakeFunction(this, "FetchFeed", {
      ...context,
      name: "fetch-feed",
      description: "Reads a member's calendar from its address and writes the busy times that differ",
      timeoutSeconds,
      reservedConcurrency,
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
    this.#queue.grantConsumeMessages(handler);
    return handler;
  }
}
