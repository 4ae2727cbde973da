import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { EventBus } from "aws-cdk-lib/aws-events";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type FunctionSetting, IntakeFunction } from "./intake-function.ts";

/** Table stream → `publish-events` → the event bus. */
export class EventPublishing extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, setting: FunctionSetting) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", { description: "Every change of a lead or consultation" });
    const publisher = new IntakeFunction(this, "PublishEvents", {
      ...setting,
      name: "publish-events",
      description: "Publishes each committed change from the table's stream to the event bus",
      environment: { EVENT_BUS_NAME: this.bus.eventBusName },
      timeoutSeconds: 60,
    });
    publisher.allowTableActions(["GetItem"]);
    this.bus.grantPutEventsTo(publisher);

    const deadLetters = new Queue(this, "PublishEventsDeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    publisher.addEventSource(
      new DynamoEventSource(setting.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        // An outage of the bus must not spend a record's tries: half the stream's 24 hours go to retrying, half
        // remain to publish again what the dead-letter queue points at.
        retryAttempts: 1_000,
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(deadLetters),
        // Leases, settings and idempotency keys are written far more often than records change: never woken for those.
        filters: [
          FilterCriteria.filter({ dynamodb: { NewImage: { changeId: { S: FilterRule.exists() } } } }),
        ],
      }),
    );
    this.#alarms(deadLetters, publisher);
  }

  #alarms(deadLetters: Queue, publisher: IntakeFunction) {
    new Alarm(this, "EventsLostAlarm", {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      ...ABOVE(0),
      alarmDescription:
        "A firm's webhooks and every other subscriber miss an event until it is published again from the stream, which keeps it for 12 more hours.",
    });
    new Alarm(this, "EventsLateAlarm", {
      metric: iteratorAge(publisher),
      ...ABOVE(5 * 60_000),
      alarmDescription:
        "Firms see changes on their side more than five minutes late: events wait in the table's stream.",
    });
  }
}

const iteratorAge = (publisher: IntakeFunction): Metric =>
  publisher.metric("IteratorAge", { statistic: "Maximum", period: Duration.minutes(1) });

const ABOVE = (threshold: number) => ({
  threshold,
  evaluationPeriods: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
});
