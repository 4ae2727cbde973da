import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { DescribeAlarmsCommand, GetMetricStatisticsCommand } from "@aws-sdk/client-cloudwatch";
import {
  DescribeContinuousBackupsCommand,
  DescribeLimitsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { DescribeRuleCommand } from "@aws-sdk/client-eventbridge";
import {
  GetAccountSettingsCommand,
  GetEventSourceMappingCommand,
  GetFunctionConcurrencyCommand,
  GetFunctionRecursionConfigCommand,
} from "@aws-sdk/client-lambda";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { doctorCommand } from "../../../lib/operator/doctor/doctor.ts";
import { type HealthyStage, mockHealthyStage, mockStack } from "../../support/deployed-stage.ts";
import { headingAnchors } from "../../support/headings.ts";
import { runForRows } from "../../support/operator.ts";

const RUNBOOKS = headingAnchors(
  readFileSync(join(import.meta.dirname, "../../../docs/operations.md"), "utf8"),
);

let stage: HealthyStage;
beforeEach(() => {
  stage = mockHealthyStage();
});

const doctor = (name = "prod") => runForRows(doctorCommand(), "--stage", name);

const withTable = (changes: object) => () =>
  stage.dynamoDb.on(DescribeTableCommand).resolves({ Table: { ...stage.table, ...changes } });

const withAlarms = (changes: object) => () =>
  stage.cloudWatch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }: { AlarmNames: string[] }) => ({
    MetricAlarms: AlarmNames.map((name) => ({
      ...stage.alarm(name),
      ...(name.includes("ApiLatency") && changes),
    })),
  }));

const withAccount = (limit: object) => () =>
  stage.lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: {
      ConcurrentExecutions: 1_000,
      UnreservedConcurrentExecutions: 650,
      TotalCodeSize: 80_000,
      ...limit,
    },
    AccountUsage: { TotalCodeSize: 8_000 },
  });

/** What is wrong, the checks that say so and a part of what they say. */
const PROBLEMS: readonly [string, () => unknown, readonly string[], string][] = [
  ["a table that is restored", withTable({ TableStatus: "CREATING" }), ["table"], "CREATING"],
  [
    "an index that is deleted",
    () => withTable({ GlobalSecondaryIndexes: stage.table.GlobalSecondaryIndexes.slice(1) })(),
    ["index byListing"],
    "missing",
  ],
  [
    "a stream that is off",
    withTable({ StreamSpecification: { StreamEnabled: false } }),
    ["table stream"],
    "off",
  ],
  [
    "a stream without old images",
    withTable({ StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" } }),
    ["table stream"],
    "NEW_IMAGE",
  ],
  [
    "a table that can be deleted",
    withTable({ DeletionProtectionEnabled: false }),
    ["deletion protection"],
    "off",
  ],
  [
    "a table with a limit",
    withTable({ OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: -1 } }),
    ["throughput limit of the table"],
    "5 -1",
  ],
  [
    "expiry that is off",
    () =>
      stage.dynamoDb
        .on(DescribeTimeToLiveCommand)
        .resolves({ TimeToLiveDescription: { TimeToLiveStatus: "DISABLED" } }),
    ["expiry of items"],
    "DISABLED",
  ],
  [
    "no backups",
    () => stage.dynamoDb.on(DescribeContinuousBackupsCommand).resolves({}),
    ["point-in-time recovery"],
    "DISABLED",
  ],
  [
    "a mapping that is disabled",
    () => stage.lambda.on(GetEventSourceMappingCommand).resolves({ State: "Disabled" }),
    ["mapping of publish-events", "mapping of deliver-webhook"],
    "Disabled",
  ],
  [
    "a rule that is disabled",
    () => stage.events.on(DescribeRuleCommand, { EventBusName: "bus" }).resolves({ State: "DISABLED" }),
    ["rule WebhooksEveryEvent"],
    "DISABLED",
  ],
  [
    "discarded changes",
    () => stage.s3.on(ListObjectsV2Command).resolves({ KeyCount: 3 }),
    ["DiscardedChanges"],
    "3 dead letters",
  ],
  [
    "dead letters, some of them in flight",
    () =>
      stage.sqs.on(GetQueueAttributesCommand).callsFake(({ QueueUrl }: { QueueUrl: string }) => ({
        Attributes: {
          ApproximateNumberOfMessages: "1",
          ApproximateNumberOfMessagesNotVisible: QueueUrl.includes("FanOut") ? "2" : "0",
        },
      })),
    ["PublishEventsDeadLetters", "RuleDeadLetters", "FanOutDeadLetters", "DeliveryDeadLetters"],
    "1 dead letters",
  ],
  [
    "old deliveries",
    () => stage.cloudWatch.on(GetMetricStatisticsCommand).resolves({ Datapoints: [{ Maximum: 7_200 }] }),
    ["age of the oldest delivery"],
    "7200 seconds",
  ],
  ["an alarm that rings", withAlarms({ StateValue: "ALARM" }), ["alarm ServiceApiLatencyAlarm"], "rings"],
  [
    "an alarm that was silenced",
    withAlarms({ ActionsEnabled: false }),
    ["alarm ServiceApiLatencyAlarm"],
    "tells nobody",
  ],
  [
    "an alarm that was deleted",
    withAlarms({ AlarmName: "other" }),
    ["alarm ServiceApiLatencyAlarm"],
    "missing",
  ],
  [
    "a subscription that nobody confirmed",
    () =>
      stage.sns
        .on(ListSubscriptionsByTopicCommand)
        .resolves({ Subscriptions: [{ SubscriptionArn: "PendingConfirmation" }] }),
    ["subscribers of the alarms"],
    "none is confirmed",
  ],
  [
    "too little unreserved concurrency",
    withAccount({ UnreservedConcurrentExecutions: 50 }),
    ["concurrency of the account"],
    "950 are reserved",
  ],
  [
    "a quota other than the alarm assumes",
    withAccount({ ConcurrentExecutions: 500 }),
    ["quota that the alarm assumes"],
    "1000",
  ],
  [
    "code storage that is nearly full",
    withAccount({ TotalCodeSize: 9_000 }),
    ["code storage of the account"],
    "89 %",
  ],
  [
    "a function that may loop",
    () =>
      stage.lambda
        .on(GetFunctionRecursionConfigCommand)
        .callsFake(({ FunctionName }: { FunctionName: string }) => ({
          RecursiveLoop: FunctionName.includes("DeliverWebhook") ? "Allow" : "Terminate",
        })),
    ["recursive loops of WebhooksDeliverWebhook"],
    "Allow",
  ],
  [
    "a function that was stopped",
    () =>
      stage.lambda
        .on(GetFunctionConcurrencyCommand)
        .callsFake(({ FunctionName }: { FunctionName: string }) => ({
          ...(FunctionName.includes("PublishEvents") && { ReservedConcurrentExecutions: 0 }),
        })),
    ["reserved concurrency of EventsPublishEvents"],
    "0",
  ],
  [
    "low limits of the table",
    () => stage.dynamoDb.on(DescribeLimitsCommand).resolves({ TableMaxReadCapacityUnits: 40_000 }),
    ["table limits of the account"],
    "0 writes",
  ],
  [
    "an API without a throttle",
    () => stage.api.on(GetStageCommand).resolves({}),
    ["throttle of the API"],
    "no limit",
  ],
];

describe("doctor of a stage", () => {
  it("finds a healthy one healthy, with everything checked", async () => {
    const { rows, error } = await doctor();
    expect(rows.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(error).toBeNull();
    expect(rows.length).toBeGreaterThan(45);
  });

  it.each(PROBLEMS)("finds %s", async (_what, breakIt, checks, detail) => {
    breakIt();
    const { rows, error } = await doctor();
    const problems = rows.filter(({ status }) => status === "problem");
    expect(problems.map(({ check }) => check)).toEqual(checks);
    expect(problems[0]?.detail).toContain(detail);
    expect(error).toMatch(`${checks.length} problems`);
    for (const { action, runbook } of problems) {
      expect(action).toMatch(/\w/);
      expect(RUNBOOKS).toContain(runbook);
    }
  });

  it("does not want stages without protection to have it", async () => {
    withTable({ DeletionProtectionEnabled: false })();
    mockStack("the-table", "intake-staging");
    expect((await doctor("staging")).error).toBeNull();
  });

  it("says what the caller may not look at, and what fails", async () => {
    const denied = Object.assign(new Error("You may not."), { name: "AccessDeniedException" });
    stage.lambda.on(GetAccountSettingsCommand).rejects(denied);
    stage.sns.on(ListSubscriptionsByTopicCommand).rejects(new Error("It is gone."));
    const { rows } = await doctor();
    const found = rows.filter(({ status }) => status !== "ok").map(({ status, check }) => [status, check]);
    expect(found).toEqual([
      ["problem", "subscribers of the alarms"],
      ["not checked", "concurrency of the account"],
      ["not checked", "code storage of the account"],
    ]);
  });
});
