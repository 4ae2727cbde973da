import { Duration, Stack } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { EventNames } from "../stage-names.ts";
import { type Alarms, FIFTEEN_MINUTES } from "./alarms.ts";

/** A dead-letter queue. */
class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  }
}

export type DeadLetters = ReturnType<typeof createDeadLetters>;

/** Creates the dead-letter queues, in the order in which an event passes them. */
export const createDeadLetters = (scope: Construct, names: EventNames) => {
  const rule = new DeadLetterQueue(scope, "RuleDeadLetters");
  allowRuleToSend(rule, `${names.bus}/${names.eventRule}`);
  return {
    publishing: new DeadLetterQueue(scope, "PublishEventsDeadLetters"),
    rule,
    fanOut: new DeadLetterQueue(scope, "FanOutDeadLetters"),
    delivery: new DeadLetterQueue(scope, "DeliveryDeadLetters"),
    feed: new DeadLetterQueue(scope, "FeedDeadLetters"),
  };
};

/**
 * Adds an alarm on new dead letters that nothing repeats. It ends six hours after the last one came, whether or not they
 * are still there. SQS's `NumberOfMessagesSent` would not count messages that a redrive policy moves
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html).
 * The maximum of a period does not see that a reading hides them for a moment. Before the first one the queue has no
 * metric, which counts as zero; a later gap keeps the number.
 */
export const addDeadLettersAlarm = (
  scope: Construct,
  alarms: Alarms,
  { publishing, rule, fanOut }: DeadLetters,
) => {
  const queues = Object.entries({ publishing, rule, fanOut });
  alarms.add(scope, "DeadLettersAlarm", {
    metric: new MathExpression({
      label: "new dead letters",
      expression: `MAX([${queues.map(([name]) => `DIFF(FILL(FILL(${name}, REPEAT), 0))`).join(", ")}])`,
      period: FIFTEEN_MINUTES,
      usingMetrics: Object.fromEntries(
        queues.map(([name, queue]) => [
          name,
          queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }),
        ]),
      ),
    }),
    above: 0,
    periods: 24,
    periodsAbove: 1,
    urgency: "ticket",
    impact: "A firm's webhooks miss an event until somebody repeats it: it failed for good.",
    runbook: "dead-letters",
  });
};

/** Lets a rule send to the queue by its name: the queue's stack cannot refer to it. */
const allowRuleToSend = (queue: DeadLetterQueue, resourceName: string) => {
  const rule = Stack.of(queue).formatArn({ service: "events", resource: "rule", resourceName });
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("events.amazonaws.com")],
      actions: ["sqs:SendMessage"],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { "aws:SourceArn": rule } },
    }),
  );
};
