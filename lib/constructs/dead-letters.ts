import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

type DeadLettersProps = {
  /** Whom it hurts that something ended here, in a sentence. */ readonly hurts: string;
};

/** Where one hop puts what it gave up, and the alarm that says so. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { hurts }: DeadLettersProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    new Alarm(this, "Alarm", {
      metric: this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      ...above(0),
      alarmDescription: hurts,
    });
  }
}

export const above = (threshold: number) => ({
  threshold,
  evaluationPeriods: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
});
