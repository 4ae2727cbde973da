import { GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { beforeEach, describe, it } from "@jest/globals";
import { type HealthyStage, mockHealthyStage } from "../../support/deployed-stage.ts";
import { expectProblems, type Problem } from "../../support/doctor.ts";

let stage: HealthyStage;
beforeEach(() => {
  stage = mockHealthyStage();
});

const withAlarms =
  (changes: object, part = "ServiceFailing") =>
  () =>
    stage.cloudWatch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }: { AlarmNames: string[] }) => ({
      MetricAlarms: AlarmNames.map((name) => ({ ...stage.alarm(name), ...(name.includes(part) && changes) })),
    }));

const PROBLEMS: readonly Problem[] = [
  [
    "a probe that rings in its region",
    withAlarms({ StateValue: "ALARM" }, "Unreachable"),
    ["alarm UnreachableAlarm of intake-prod-probe"],
    "rings",
  ],
  [
    "a stack that was never deployed",
    () =>
      stage.cloudFormation
        .on(DescribeStacksCommand, { StackName: "intake-prod-edge" })
        .rejects(new Error("Stack with id intake-prod-edge does not exist")),
    ["stack intake-prod-edge"],
    "not deployed",
  ],
  [
    "a stack whose first deployment failed",
    () => stage.setStatus("intake-prod-probe", "ROLLBACK_COMPLETE"),
    ["stack intake-prod-probe"],
    "not deployed",
  ],
  [
    "a stack of the stage's own region that was never deployed",
    () =>
      stage.cloudFormation
        .on(DescribeStacksCommand, { StackName: "intake-prod-live" })
        .rejects(new Error("Stack with id intake-prod-live does not exist")),
    ["stack intake-prod-live"],
    "not deployed",
  ],
  ["an alarm that rings", withAlarms({ StateValue: "ALARM" }), ["alarm ServiceFailingAlarm"], "rings"],
  ["an alarm that was deleted", withAlarms({ AlarmName: "other" }), ["alarm ServiceFailingAlarm"], "missing"],
  [
    "a subscription that nobody confirmed",
    () =>
      stage.sns
        .on(ListSubscriptionsByTopicCommand)
        .resolves({ Subscriptions: [{ SubscriptionArn: "PendingConfirmation" }] }),
    [
      "subscribers of AlarmsTopic",
      "subscribers of AlarmsTickets",
      "subscribers of AlarmsTickets of intake-prod-edge",
      "subscribers of AlarmsTopic of intake-prod-probe",
    ],
    "none is confirmed",
  ],
  [
    "an API without a throttle",
    () => stage.api.on(GetStageCommand).resolves({}),
    ["throttle of the API"],
    "no limit",
  ],
];

describe("doctor of a stage's alarms and stacks", () => {
  it.each(PROBLEMS)("finds %s", async (_what, breakIt, checks, detail) => {
    breakIt();
    await expectProblems(checks, detail);
  });
});
