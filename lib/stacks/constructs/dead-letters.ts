import { Duration, Stack } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { DEAD_LETTERS_ID, type EventNames } from "../stage-names.ts";
import { type Alarms, FIFTEEN_MINUTES } from "./alarms.ts";

/** The queue of what nothing repeats: changes that cannot be published, and events that became no delivery. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, names: EventNames) {
    super(scope, DEAD_LETTERS_ID, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.#allowRule(`${names.bus}/${names.eventRule}`);
  }

  /** Lets a rule send to the queue by its name: the queue's stack cannot refer to it. */
  #allowRule(resourceName: string) {
    const rule = Stack.of(this).formatArn({ service: "events", resource: "rule", resourceName });
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("events.amazonaws.com")],
        actions: ["sqs:SendMessage"],
        resources: [this.queueArn],
        conditions: { ArnEquals: { "aws:SourceArn": rule } },
      }),
    );
  }

  /**
   * Adds an alarm on new dead letters. It ends six hours after the last one came, whether or not they are still there.
   * The maximum of a period does not see that a reading hides them for a moment. Before the first one the queue has no
   * metric, which counts as zero; a later gap keeps the number.
   */
  addAlarm(scope: Construct, alarms: Alarms) {
    alarms.add(scope, "DeadLettersAlarm", {
      metric: new MathExpression({
        label: "new dead letters",
        expression: "DIFF(FILL(FILL(letters, REPEAT), 0))",
        period: FIFTEEN_MINUTES,
        usingMetrics: {
          letters: this.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }),
        },
      }),
      above: 0,
      periods: 24,
      periodsAbove: 1,
      urgency: "ticket",
      impact: "A firm's webhooks miss an event until somebody repeats it: it failed for good.",
      runbook: "dead-letters",
    });
  }
}
