import { CfnResource, Duration, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Stage } from "../stage.ts";

/** Marks, in its metadata, an alarm that rolls a deployment back. CloudFormation takes at most five of them. */
export const ROLLS_BACK = "intake:rollsBack";

type AlarmsProps = Pick<Stage, "env" | "alarmEmail" | "ticketEmail" | "runbookUrl">;

type TopicName = "page" | "ticket";

type AlarmProps = {
  readonly metric: IMetric;
  /** The alarm rings if the metric is above this value. */
  readonly above: number;
  /** The number of the latest periods that count; the default is one. */
  readonly periods?: number;
  /** How many of them must be above the value; the default is all. */
  readonly periodsAbove?: number;
  /** The metric is always present, so its absence is a failure too. */
  readonly ringsWhenMissing?: true;
  /** The alarm rings soon after a bad version is deployed, and seldom for another reason, so it rolls a deployment back. */
  readonly rollsBack?: true;
  /** A page tells the on-call engineer that callers or firms suffer now; a ticket can wait for the morning. */
  readonly urgency: TopicName;
  /** Says in one sentence whom the failure affects and how. */
  readonly impact: string;
  /** The heading of `docs/runbooks.md` with the remedy, in the form of its address. */
  readonly runbook: string;
};

/**
 * The stage's alarms, and the topics that announce when each begins and stops ringing. The stage of a single engineer,
 * without an account of its own, has neither, since each metric of an alarm costs $0.10 a month.
 */
export class Alarms extends Construct {
  readonly #topics = new Map<TopicName, Topic>();
  readonly #props: AlarmsProps;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#props = props;
  }

  /** Returns a topic, which exists as soon as something announces there. */
  topic(name: TopicName) {
    const { alarmEmail, ticketEmail = alarmEmail } = this.#props;
    const topic =
      this.#topics.get(name) ??
      (name === "page"
        ? this.#addTopic("Topic", "alarms", alarmEmail)
        : this.#addTopic("Tickets", "tickets", ticketEmail));
    this.#topics.set(name, topic);
    return topic;
  }

  #addTopic(id: string, name: string, email: string | undefined) {
    const topic = new Topic(this, id, {
      displayName: `${Stack.of(this).stackName} ${name}`,
      enforceSSL: true,
    });
    // A policy of the topic replaces the default one, which lets the account's alarms publish.
    allowPublishing(topic, "cloudwatch.amazonaws.com");
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  /** Adds an alarm that belongs to `scope`. */
  add(scope: Construct, id: string, props: AlarmProps) {
    if (this.#props.env === undefined) return;
    const {
      metric,
      above,
      periods = 1,
      periodsAbove = periods,
      urgency,
      ringsWhenMissing,
      rollsBack,
    } = props;
    const alarm = new Alarm(scope, id, {
      metric,
      threshold: above,
      evaluationPeriods: periods,
      datapointsToAlarm: periodsAbove,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // The default, declared for drift detection.
      actionsEnabled: true,
      treatMissingData: ringsWhenMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${props.impact} Runbook: ${this.#props.runbookUrl}#${props.runbook}`,
    });
    const { defaultChild } = alarm.node;
    if (rollsBack && CfnResource.isCfnResource(defaultChild)) defaultChild.addMetadata(ROLLS_BACK, true);
    const action = new SnsAction(this.topic(urgency));
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

/** Lets an AWS service publish its findings in this account to a topic. */
export const allowPublishing = (topic: Topic, service: string) =>
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(service)],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(topic).account } },
    }),
  );

export const ONE_MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);
export const FIFTEEN_MINUTES = Duration.minutes(15);
