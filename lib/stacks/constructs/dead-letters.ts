import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Stage } from "../stage.ts";
import { stackNameOf } from "../stage-names.ts";
import { type AlarmProps, type Alarms, ONE_MINUTE } from "./alarms.ts";

type DeadLetterQueueProps = Pick<AlarmProps, "impact" | "runbook"> & { readonly alarms: Alarms };

/** A dead-letter queue with an alarm on any message in it. */
class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { alarms, impact, runbook }: DeadLetterQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    alarms.add(this, "Alarm", {
      metric: this.metricApproximateNumberOfMessagesVisible({ period: ONE_MINUTE }),
      above: 0,
      urgency: "ticket",
      impact,
      runbook,
    });
  }
}

type DeadLettersProps = { readonly alarms: Alarms; readonly stage: Pick<Stage, "name"> };

export type DeadLetters = ReturnType<typeof createDeadLetters>;

/** Creates the dead-letter queues, in the order in which an event passes them. */
export const createDeadLetters = (scope: Construct, { alarms, stage }: DeadLettersProps) => {
  const rule = new DeadLetterQueue(scope, "RuleDeadLetters", {
    alarms,
    impact: "A firm's webhooks miss an event: the bus could not invoke the function.",
    runbook: "fan-out-dead-letters",
  });
  allowRulesToSend(rule, stackNameOf(stage));
  return {
    publishing: new DeadLetterQueue(scope, "PublishEventsDeadLetters", {
      alarms,
      impact: "A firm's webhooks and every other subscriber miss an event: its record cannot be published.",
      runbook: "publishing-dead-letters",
    }),
    rule,
    fanOut: new DeadLetterQueue(scope, "FanOutDeadLetters", {
      alarms,
      impact: "A firm's webhooks miss an event: it reached the bus, but no delivery could be created.",
      runbook: "fan-out-dead-letters",
    }),
    delivery: new DeadLetterQueue(scope, "DeliveryDeadLetters", {
      alarms,
      impact: "A firm gets a webhook late: an attempt failed twice for a fault of the service.",
      runbook: "delivery-dead-letters",
    }),
    feed: new DeadLetterQueue(scope, "FeedDeadLetters", {
      alarms,
      impact:
        "A firm's attorney may be booked while busy: a calendar could not be read, for a fault of the service.",
      runbook: "feed-dead-letters",
    }),
  };
};

/**
 * Lets rules send to the queue by the prefix of their names, their stack's name: the queue's stack cannot refer to
 * them.
 */
const allowRulesToSend = (queue: DeadLetterQueue, stackName: string) => {
  const rules = Stack.of(queue).formatArn({
    service: "events",
    resource: "rule",
    resourceName: `*/${stackName}-*`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("events.amazonaws.com")],
      actions: ["sqs:SendMessage"],
      resources: [queue.queueArn],
      conditions: { ArnLike: { "aws:SourceArn": rules } },
    }),
  );
};
