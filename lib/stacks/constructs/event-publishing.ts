import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { PUBLISHING_CONCURRENCY } from "../concurrency.ts";
import type { DeadLetters } from "./dead-letters.ts";
import type { DiscardedChanges } from "./discarded-changes.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

type EventPublishingProps = FunctionContext & {
  readonly bus: EventBus;
  readonly deadLetters: DeadLetters;
  readonly discardedChanges: DiscardedChanges;
};

/** Table stream → `publish-events` → event bus. */
export class EventPublishing extends Construct {
  readonly publisher: IntakeFunction;

  constructor(
    scope: Construct,
    id: string,
    { bus, deadLetters, discardedChanges, ...context }: EventPublishingProps,
  ) {
    super(scope, id);
    this.publisher = new IntakeFunction(this, "PublishEvents", {
      ...context,
      name: "publish-events",
      description: "Publishes each committed change from the table's stream to the event bus",
      environment: { EVENT_BUS_NAME: bus.eventBusName, DEAD_LETTER_QUEUE_URL: deadLetters.queueUrl },
      timeoutSeconds: 60,
      reservedConcurrency: PUBLISHING_CONCURRENCY,
    });
    this.publisher.grantTableActions([
      ...(["GetItem", "BatchGetItem", "Query", "QueryIndex"] as const),
      ...(["PutItem", "UpdateItem"] as const),
    ]);
    this.publisher.grantConflictKeyDeletion();
    this.publisher.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [deadLetters.queueArn] }),
    );
    bus.grantPutEventsTo(this.publisher);
    context.table.grantStreamRead(this.publisher);
    discardedChanges.grantBatches(this.publisher);
  }
}
