import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

type DeadLettersProps = {
  /** Whom a dead letter affects, in a sentence. */
  readonly impact: string;
};

/** The dead letters of one hop, with an alarm that rings when there are any. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { impact }: DeadLettersProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    new Alarm(this, "Alarm", {
      metric: this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      ...above(0),
      alarmDescription: impact,
    });
  }
}

/** Alarm properties: one period above the threshold; missing data is fine. */
export const above = (threshold: number) => ({
  threshold,
  evaluationPeriods: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
});
