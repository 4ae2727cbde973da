import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ApiGatewayV2Client, GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  type StackStatus,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { GetEventSourceMappingCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { jest } from "@jest/globals";
import { INDEXES } from "../../lib/stacks/constructs/intake-table.ts";
import type { StageSettings } from "../../lib/stacks/stage-settings.ts";
import { STAGES } from "../../lib/stacks/stages.ts";
import { mockClient } from "./mock-client.ts";
import { EDGE, PROBE } from "./stage-options.ts";
import { templateFile } from "./suite-resources.ts";

type Resource = { readonly Type: string };

const PHYSICAL_IDS: Record<string, (id: string) => string> = {
  "AWS::SQS::Queue": (id) => `https://sqs.eu-central-1.amazonaws.com/000000000000/${id}`,
  "AWS::SNS::Topic": (id) => `arn:aws:sns:eu-central-1:000000000000:${id}`,
  "AWS::ApiGatewayV2::Stage": () => "$default",
};

/** What a stage has that the synthesized one, of a single engineer, does without. */
const WATCHING: Record<string, Resource> = {
  AlarmsTopic3A2DFEBA: { Type: "AWS::SNS::Topic" },
  AlarmsTickets74B5D1FC: { Type: "AWS::SNS::Topic" },
  DeadLettersAlarm00000000: { Type: "AWS::CloudWatch::Alarm" },
  ServiceFailingAlarm00000000: { Type: "AWS::CloudWatch::Alarm" },
};

/** Returns CloudFormation's list of the resources of a stack of the synthesized stage. */
const summariesOf = (stackName: string, ownTableName: string) => {
  const file = join(dirname(templateFile()), `${stackName}.template.json`);
  const { Resources }: { Resources: Record<string, Resource> } = JSON.parse(readFileSync(file, "utf8"));
  const watching = stackName.endsWith("-state") ? WATCHING : {};
  return Object.entries({ ...Resources, ...watching }).map(([id, { Type }]) => ({
    ResourceType: Type,
    ResourceStatus: "CREATE_COMPLETE" as const,
    LastUpdatedTimestamp: new Date(0),
    LogicalResourceId: id,
    PhysicalResourceId: Type === "AWS::DynamoDB::Table" ? ownTableName : (PHYSICAL_IDS[Type]?.(id) ?? id),
  }));
};

/** The resources of the stacks in other regions. */
const ELSEWHERE = {
  edge: { AlarmsTickets74B5D1FC: "AWS::SNS::Topic", EdgeErrorsAlarm00000000: "AWS::CloudWatch::Alarm" },
  probe: { AlarmsTopic3A2DFEBA: "AWS::SNS::Topic", UnreachableAlarm00000000: "AWS::CloudWatch::Alarm" },
};

const mockCloudFormation = () => mockClient(CloudFormationClient);

const addOtherStacks = (cloudFormation: ReturnType<typeof mockCloudFormation>, service: string) => {
  for (const [part, resources] of Object.entries(ELSEWHERE)) {
    const StackName = `${service}-${part}`;
    cloudFormation.on(DescribeStacksCommand, { StackName }).resolves({ Stacks: [stackWith({}, StackName)] });
    cloudFormation.on(ListStackResourcesCommand, { StackName }).resolves({
      StackResourceSummaries: Object.entries(resources).map(([id, ResourceType]) => ({
        ResourceType,
        ResourceStatus: "CREATE_COMPLETE" as const,
        LastUpdatedTimestamp: new Date(0),
        LogicalResourceId: id,
        PhysicalResourceId: `${part}-${id}`,
      })),
    });
  }
};

/** Changes settings of the stage until the test ends. */
const changeProd = (changes: Partial<StageSettings>) => {
  const stages: { prod: StageSettings } = STAGES;
  jest.replaceProperty(stages, "prod", { ...STAGES.prod, ...changes });
};

/**
 * Mocks CloudFormation with the stacks of the stage `prod`, which has CloudFront and a probe. It lists the resources of
 * the serving stack in two pages.
 */
export const mockStack = (tableName = "the-table", StackName = "intake-prod", ownTableName = tableName) => {
  const summaries = summariesOf("intake-dev", ownTableName);
  const half = Math.floor(summaries.length / 2);
  changeProd({ edge: EDGE, probe: PROBE });
  const cloudFormation = mockCloudFormation();
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(new Error("Stack with id other does not exist"))
    .on(DescribeStacksCommand, { StackName })
    .resolves({ Stacks: [stackWith({ TableName: tableName }, StackName)] })
    .on(DescribeStacksCommand, { StackName: `${StackName}-state` })
    .resolves({ Stacks: [stackWith({}, `${StackName}-state`)] })
    .on(DescribeStacksCommand, { StackName: `${StackName}-live` })
    .resolves({ Stacks: [stackWith({}, `${StackName}-live`)] })
    .on(ListStackResourcesCommand)
    .rejects(new Error("There is no such stack."))
    .on(ListStackResourcesCommand, { StackName: `${StackName}-state` })
    .resolves({ StackResourceSummaries: summariesOf("intake-dev-state", ownTableName) })
    .on(ListStackResourcesCommand, { StackName: `${StackName}-live` })
    .resolves({ StackResourceSummaries: summariesOf("intake-dev-live", ownTableName) })
    .on(ListStackResourcesCommand, { StackName })
    .resolves({ StackResourceSummaries: summaries.slice(0, half), NextToken: "second" })
    .on(ListStackResourcesCommand, { StackName, NextToken: "second" })
    .resolves({ StackResourceSummaries: summaries.slice(half) });
  addOtherStacks(cloudFormation, StackName);
  return cloudFormation;
};

const stackWith = (
  outputs: Readonly<Record<string, string>>,
  StackName: string,
  StackStatus: StackStatus = "UPDATE_COMPLETE",
) => ({
  StackName,
  StackStatus,
  CreationTime: new Date(0),
  Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
});

type AlarmsInput = { readonly AlarmNames: string[] };

/** Mocks a stage that matches the stack's declarations. */
export const mockHealthyStage = () => {
  const cloudFormation = mockStack();
  const dynamoDb = mockClient(DynamoDBDocumentClient);
  const GlobalSecondaryIndexes = Object.keys(INDEXES).map((IndexName) => ({
    IndexName,
    IndexStatus: "ACTIVE" as const,
  }));
  const table = {
    TableStatus: "ACTIVE" as const,
    GlobalSecondaryIndexes,
  };
  dynamoDb.on(DescribeTableCommand).resolves({ Table: table });
  // There are no feeds.
  dynamoDb.on(QueryCommand).resolves({ Items: [] });
  const lambda = mockClient(LambdaClient);
  lambda.on(GetEventSourceMappingCommand).resolves({ State: "Enabled", LastProcessingResult: "OK" });
  const sqs = mockClient(SQSClient);
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: "0" } });
  const s3 = mockClient(S3Client);
  s3.on(ListObjectsV2Command).resolves({ KeyCount: 0 });
  const cloudWatch = mockClient(CloudWatchClient);
  const alarm = (AlarmName: string) => ({
    AlarmName,
    AlarmDescription: "Callers wait. Runbook: docs/runbooks.md#failing-service",
    StateValue: "OK" as const,
  });
  cloudWatch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }: AlarmsInput) => ({
    MetricAlarms: AlarmNames.map(alarm),
  }));
  const sns = mockClient(SNSClient);
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [{ SubscriptionArn: "arn:aws:sns:x" }] });
  const api = mockClient(ApiGatewayV2Client);
  api.on(GetStageCommand).resolves({
    DefaultRouteSettings: { ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 1_000 },
  });
  const setStatus = (StackName: string, status: StackStatus) =>
    cloudFormation
      .on(DescribeStacksCommand, { StackName })
      .resolves({ Stacks: [stackWith({}, StackName, status)] });
  return { cloudFormation, setStatus, dynamoDb, table, lambda, sqs, s3, cloudWatch, alarm, sns, api };
};

export type HealthyStage = ReturnType<typeof mockHealthyStage>;
