import { Duration } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { EventBus } from "aws-cdk-lib/aws-events";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import { alarmAbove, DeadLetterQueue } from "./dead-letter-queue.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

/** Table stream → `publish-events` → event bus. */
export class EventPublishing extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, context: FunctionContext) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", { description: "Every change of a lead or consultation" });
    const publisher = new IntakeFunction(this, "PublishEvents", {
      ...context,
      name: "publish-events",
      description: "Publishes each committed change from the table's stream to the event bus",
      environment: { EVENT_BUS_NAME: this.bus.eventBusName },
      timeoutSeconds: 60,
    });
    publisher.grantTableActions(["GetItem"]);
    this.bus.grantPutEventsTo(publisher);
    const deadLetters = new DeadLetterQueue(this, "PublishEventsDeadLetters", {
      impact:
        "A firm's webhooks and every other subscriber miss an event until it is published again from the stream, which keeps it for 12 more hours.",
    });
    publisher.addEventSource(
      new DynamoEventSource(context.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        // An outage of the bus must not exhaust a record's retries. Retries take half of the stream's 24 hours; the
        // other half is left to republish the records that the dead-letter queue points at.
        retryAttempts: 1_000,
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(deadLetters),
        // Skips leases, settings and idempotency keys, which are written far more often than records change.
        filters: [
          FilterCriteria.filter({ dynamodb: { NewImage: { changeId: { S: FilterRule.exists() } } } }),
        ],
      }),
    );
    new Alarm(this, "EventsLateAlarm", {
      metric: publisher.metric("IteratorAge", { statistic: "Maximum", period: Duration.minutes(1) }),
      ...alarmAbove(5 * 60_000),
      alarmDescription:
        "Firms see changes on their side more than five minutes late: events wait in the table's stream.",
    });
  }
}
