import { CfnResource, Duration, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Stage } from "../stage.ts";

/** The metadata of an alarm by which a deployment is rolled back. CloudFormation takes five of them at most. */
export const ROLLS_BACK = "intake:rollsBack";

type AlarmsProps = Pick<Stage, "alarmEmail" | "runbookUrl">;

export type AlarmProps = {
  readonly metric: IMetric;
  /** The alarm rings when the metric is above it. */
  readonly above: number;
  /** For how many of the metric's periods; by default one. */
  readonly periods?: number;
  /** Whom the failure affects and how, in one sentence. */
  readonly impact: string;
  /** The heading of `docs/runbooks.md` that says what to do, as in its address. */
  readonly runbook: string;
  /** The metric is always there: its absence is a failure too. */
  readonly ringsWhenMissing?: true;
  /** It rings soon after a bad version is deployed, and seldom for another reason: a deployment is rolled back by it. */
  readonly rollsBack?: true;
};

/** The on-call engineer's alarms, and the topic that tells of each when it begins to ring and when it ends. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];
  readonly #runbookUrl: string;

  constructor(scope: Construct, id: string, { alarmEmail, runbookUrl }: AlarmsProps) {
    super(scope, id);
    this.#runbookUrl = runbookUrl;
    this.topic = new Topic(this, "Topic", {
      displayName: `${Stack.of(this).stackName} alarms`,
      enforceSSL: true,
    });
    // A policy of its own replaces the default one, by which the account's alarms may publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    if (alarmEmail) this.topic.addSubscription(new EmailSubscription(alarmEmail));
  }

  /** Adds an alarm that belongs to `scope`. */
  add(scope: Construct, id: string, props: AlarmProps) {
    const { metric, above, periods = 1, impact, runbook, ringsWhenMissing, rollsBack } = props;
    const alarm = new Alarm(scope, id, {
      metric,
      threshold: above,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: ringsWhenMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${impact} Runbook: ${this.#runbookUrl}#${runbook}`,
    });
    const { defaultChild } = alarm.node;
    if (rollsBack && CfnResource.isCfnResource(defaultChild)) defaultChild.addMetadata(ROLLS_BACK, true);
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
    this.all.push(alarm);
  }
}

export const ONE_MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);
export const FIFTEEN_MINUTES = Duration.minutes(15);
