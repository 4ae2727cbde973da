import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { QUEUE_READERS } from "../concurrency.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

type FeedReadingProps = FunctionContext & { readonly queue: Queue };

/** Sweep and `create-feed` → queue → `fetch-feed` → the calendars of the firms' members. */
export class FeedReading extends Construct {
  readonly reader: IntakeFunction;

  constructor(scope: Construct, id: string, { queue, ...context }: FeedReadingProps) {
    super(scope, id);
    this.reader = this.#createReader(context, queue);
  }

  #createReader(context: FunctionContext, queue: Queue) {
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
    queue.grantConsumeMessages(handler);
    return handler;
  }
}
