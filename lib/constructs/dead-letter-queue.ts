import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type AlarmProps, type Alarms, ONE_MINUTE } from "./alarms.ts";

type DeadLetterQueueProps = Pick<AlarmProps, "impact" | "runbook"> & { readonly alarms: Alarms };

/** A dead-letter queue with an alarm on any message in it. */
export class DeadLetterQueue extends Queue {
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
