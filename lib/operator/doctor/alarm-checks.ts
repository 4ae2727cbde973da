import { CloudWatchClient, DescribeAlarmsCommand, type MetricAlarm } from "@aws-sdk/client-cloudwatch";
import { paginateListSubscriptionsByTopic, SNSClient } from "@aws-sdk/client-sns";
import type { Deployment } from "../deployment.ts";
import { resourcesEverywhere, type StageResource } from "../other-stacks.ts";
import { CHANGED, type Check, type Finding, ok, problem } from "./check.ts";

const describeAlarm = async ({ physicalId, deployment }: StageResource): Promise<MetricAlarm | undefined> => {
  const { MetricAlarms = [] } = await new CloudWatchClient(deployment.clientConfig).send(
    new DescribeAlarmsCommand({ AlarmNames: [physicalId] }),
  );
  return MetricAlarms.find(({ AlarmName }) => AlarmName === physicalId);
};

/** Returns the heading of the runbook that the alarm's description links. */
const runbookOf = ({ AlarmDescription = "" }: MetricAlarm) =>
  AlarmDescription.split("#").at(-1) || "silent-alarms";

const checkAlarm = (name: string, alarm: MetricAlarm | undefined): Finding => {
  const check = `alarm ${name}`;
  if (alarm === undefined) return problem(check, "missing", CHANGED);
  const { StateValue = "" } = alarm;
  return StateValue === "ALARM"
    ? problem(check, "rings", { action: "follow its runbook", runbook: runbookOf(alarm) })
    : ok(check, StateValue);
};

const checkAlarms = async (deployment: Deployment): Promise<Finding[]> => {
  const alarms = await resourcesEverywhere(deployment, "AWS::CloudWatch::Alarm");
  return Promise.all(alarms.map(async (alarm) => checkAlarm(alarm.name, await describeAlarm(alarm))));
};

/** Returns the number of subscribers of a topic who have confirmed. */
export const countSubscribers = async ({ clientConfig }: Deployment, TopicArn: string): Promise<number> => {
  const client = new SNSClient(clientConfig);
  let confirmed = 0;
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    confirmed += Subscriptions.filter(({ SubscriptionArn = "" }) =>
      SubscriptionArn.startsWith("arn:"),
    ).length;
  return confirmed;
};

export const checkSubscribers = async (stage: Deployment): Promise<Finding[]> =>
  Promise.all(
    (await resourcesEverywhere(stage, "AWS::SNS::Topic")).map(async ({ name, physicalId, deployment }) => {
      const check = `subscribers of ${name}`;
      const confirmed = await countSubscribers(deployment, physicalId);
      if (confirmed > 0) return ok(check, `${confirmed} confirmed`);
      const action = "subscribe to the topic, and confirm by the link in the mail";
      return problem(check, "none is confirmed: nobody is notified", { action, runbook: "silent-alarms" });
    }),
  );

export const ALARM_CHECKS: readonly Check[] = [
  { name: "alarms", isHostedLocally: false, run: checkAlarms },
  { name: "subscribers of the alarms", isHostedLocally: false, run: checkSubscribers },
];
