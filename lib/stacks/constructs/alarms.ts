import { CfnResource, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Stage } from "../stage.ts";

/** Marks, in its metadata, an alarm that rolls a deployment back. CloudFormation takes at most five of them. */
export const ROLLS_BACK = "intake:rollsBack";

type AlarmsProps = Pick<Stage, "alarmEmail" | "ticketEmail" | "runbookUrl">;

type MetricAlarmProps = {
  readonly metric: IMetric;
  /** The alarm rings if the metric is above this value. */
  readonly above: number;
  /** The number of the metric's periods above the value; the default is one. */
  readonly periods?: number;
  /** The metric is always present, so its absence is a failure too. */
  readonly ringsWhenMissing?: true;
  /**
   * The alarm rings soon after a bad version is deployed, and seldom for another reason, so it rolls a deployment back.
   */
  readonly rollsBack?: true;
};

type AlarmMeaning = {
  /** Says in one sentence whom the failure affects and how. */
  readonly impact: string;
  /** The heading of `docs/runbooks.md` with the remedy, in the form of its address. */
  readonly runbook: string;
};

type TopicName = "page" | "ticket";

export type AlarmProps = MetricAlarmProps &
  AlarmMeaning & {
    /**
     * A page tells the on-call engineer that callers or firms suffer now; a ticket can wait for the morning. A link of
     * the chain from a stored change to its webhooks notifies nobody: the alarm of the whole chain does so once.
     */
    readonly urgency: TopicName | "event chain";
  };

/** The stage's alarms, and the topics that announce when each begins and stops ringing. */
export class Alarms extends Construct {
  readonly topics: Readonly<Record<TopicName, Topic>>;
  readonly all: (Alarm | CompositeAlarm)[] = [];
  readonly #eventChain: Alarm[] = [];
  readonly #runbookUrl: string;

  constructor(scope: Construct, id: string, { alarmEmail, ticketEmail, runbookUrl }: AlarmsProps) {
    super(scope, id);
    this.#runbookUrl = runbookUrl;
    this.topics = {
      page: this.#addTopic("Topic", "alarms", alarmEmail),
      ticket: this.#addTopic("Tickets", "tickets", ticketEmail ?? alarmEmail),
    };
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
    const { metric, above, periods = 1, urgency, ringsWhenMissing, rollsBack } = props;
    const alarm = new Alarm(scope, id, {
      metric,
      threshold: above,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: ringsWhenMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      // At night, the slowest of ten requests would be their 99th percentile.
      ...(isPercentile(metric) && { evaluateLowSampleCountPercentile: "ignore" }),
      alarmDescription: this.#descriptionOf(props),
    });
    const { defaultChild } = alarm.node;
    if (rollsBack && CfnResource.isCfnResource(defaultChild)) defaultChild.addMetadata(ROLLS_BACK, true);
    if (urgency === "event chain") this.#eventChain.push(alarm);
    else this.#tell(alarm, urgency);
    this.all.push(alarm);
  }

  /** Adds one alarm that pages for all links of the event chain. Call it after the last of them is added. */
  addEventChain(scope: Construct, id: string, meaning: AlarmMeaning) {
    const alarm = new CompositeAlarm(scope, id, {
      alarmRule: AlarmRule.anyOf(
        ...this.#eventChain.map((link) => AlarmRule.fromAlarm(link, AlarmState.ALARM)),
      ),
      alarmDescription: this.#descriptionOf(meaning),
    });
    this.#tell(alarm, "page");
    this.all.push(alarm);
  }

  #descriptionOf = ({ impact, runbook }: AlarmMeaning) => `${impact} Runbook: ${this.#runbookUrl}#${runbook}`;

  #tell(alarm: Alarm | CompositeAlarm, urgency: TopicName) {
    const action = new SnsAction(this.topics[urgency]);
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

const isPercentile = (metric: IMetric) => /^p\d/.test(metric.toMetricConfig().metricStat?.statistic ?? "");

export const ONE_MINUTE = Duration.minutes(1);
export const FIVE_MINUTES = Duration.minutes(5);
export const FIFTEEN_MINUTES = Duration.minutes(15);
