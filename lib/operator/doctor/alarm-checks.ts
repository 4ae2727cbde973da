import { CloudWatchClient, DescribeAlarmsCommand, type MetricAlarm } from "@aws-sdk/client-cloudwatch";
import { paginateListSubscriptionsByTopic, SNSClient } from "@aws-sdk/client-sns";
import { type Deployment, physicalIdOf, resourcesOf } from "../deployment.ts";
import { CHANGED, type Check, expectThat, type Finding, ok, problem } from "./check.ts";

export const describeAlarms = async (deployment: Deployment): Promise<MetricAlarm[]> => {
  const AlarmNames = resourcesOf(deployment, "AWS::CloudWatch::Alarm").map(({ physicalId }) => physicalId);
  const { MetricAlarms = [] } = await new CloudWatchClient(deployment.clientConfig).send(
    new DescribeAlarmsCommand({ AlarmNames, MaxRecords: 100 }),
  );
  return MetricAlarms;
};

/** Of an alarm, the heading that its description links. */
const runbookOf = ({ AlarmDescription = "" }: MetricAlarm) =>
  AlarmDescription.split("#").at(-1) || "silent-alarms";

const checkAlarm = (name: string, alarm: MetricAlarm | undefined): Finding => {
  const check = `alarm ${name}`;
  if (alarm === undefined) return problem(check, "missing", CHANGED);
  const { StateValue = "", ActionsEnabled = false } = alarm;
  if (StateValue === "ALARM")
    return problem(check, "rings", { action: "follow its runbook", runbook: runbookOf(alarm) });
  return expectThat(ActionsEnabled, check, ActionsEnabled ? StateValue : "tells nobody", {
    action: "enable its actions",
    runbook: "silent-alarms",
  });
};

const checkAlarms = async (deployment: Deployment): Promise<Finding[]> => {
  const alarms = await describeAlarms(deployment);
  return resourcesOf(deployment, "AWS::CloudWatch::Alarm").map(({ name, physicalId }) =>
    checkAlarm(
      name,
      alarms.find(({ AlarmName }) => AlarmName === physicalId),
    ),
  );
};

const CHECK = "subscribers of the alarms";

const checkSubscribers = async (deployment: Deployment): Promise<Finding[]> => {
  const client = new SNSClient(deployment.clientConfig);
  const TopicArn = physicalIdOf(deployment, "AWS::SNS::Topic");
  let confirmed = 0;
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    confirmed += Subscriptions.filter(({ SubscriptionArn = "" }) =>
      SubscriptionArn.startsWith("arn:"),
    ).length;
  if (confirmed > 0) return [ok(CHECK, `${confirmed} confirmed`)];
  const action = "subscribe to the topic, and confirm by the link in the mail";
  return [problem(CHECK, "none is confirmed: nobody is told", { action, runbook: "silent-alarms" })];
};

export const ALARM_CHECKS: readonly Check[] = [
  { name: "alarms", isHostedLocally: false, run: checkAlarms },
  { name: CHECK, isHostedLocally: false, run: checkSubscribers },
];
