import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

type DeadLetterQueueProps = {
  /** Who is affected by a dead letter, in one sentence: the alarm's description. */
  readonly impact: string;
};

/** A dead-letter queue with an alarm on any message in it. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { impact }: DeadLetterQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    new Alarm(this, "Alarm", {
      metric: this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      ...alarmAbove(0),
      alarmDescription: impact,
    });
  }
}

/** Alarm properties: breaching after one period above the threshold; missing data does not breach. */
export const alarmAbove = (threshold: number) => ({
  threshold,
  evaluationPeriods: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
});
