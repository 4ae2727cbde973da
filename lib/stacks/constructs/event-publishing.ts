import { Duration } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { DeadLetters } from "./dead-letters.ts";
import type { DiscardedChanges } from "./discarded-changes.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

/** One instance for each shard of the stream. A table of this size has fewer shards. */
export const PUBLISHING_CONCURRENCY = 50;

type EventPublishingProps = FunctionContext & {
  readonly deadLetters: Pick<DeadLetters, "publishing">;
  readonly discardedChanges: DiscardedChanges;
};

/** Table stream → `publish-events` → event bus. */
export class EventPublishing extends Construct {
  readonly bus: EventBus;
  readonly publisher: IntakeFunction;

  constructor(scope: Construct, id: string, context: EventPublishingProps) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", { description: "Every change of a lead or consultation" });
    const { publishing: deadLetters } = context.deadLetters;
    this.publisher = new IntakeFunction(this, "PublishEvents", {
      ...context,
      name: "publish-events",
      description: "Publishes each committed change from the table's stream to the event bus",
      environment: { EVENT_BUS_NAME: this.bus.eventBusName, DEAD_LETTER_QUEUE_URL: deadLetters.queueUrl },
      timeoutSeconds: 60,
      reservedConcurrency: PUBLISHING_CONCURRENCY,
    });
    this.publisher.grantTableActions(["GetItem", "BatchGetItem", "QueryIndex", "PutItem"]);
    this.publisher.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [deadLetters.queueArn] }),
    );
    this.bus.grantPutEventsTo(this.publisher);
    const changes = new DynamoEventSource(context.table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // Retried until this age, without a limit of attempts. The stream forgets a record after 24 hours.
      maxRecordAge: Duration.hours(23),
      onFailure: context.discardedChanges,
      // Skips leases, settings and idempotency keys, which are written far more often than records change.
      filters: [FilterCriteria.filter({ dynamodb: { NewImage: { changeId: { S: FilterRule.exists() } } } })],
    });
    this.publisher.addEventSource(changes);
  }
}
