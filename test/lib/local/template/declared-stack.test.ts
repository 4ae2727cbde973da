import { describe, expect, it } from "@jest/globals";
import { isAllowed } from "../../../../lib/local/iam/iam-policy.ts";
import { requireServiceAccess } from "../../../../lib/local/iam/service-access.ts";
import type { CloudAssembly } from "../../../../lib/local/template/cloud-assembly.ts";
import { readStack } from "../../../../lib/local/template/declared-stack.ts";
import { resourceReferences } from "../../../../lib/local/template/resource-names.ts";
import { stackTemplate } from "../../../support/suite-resources.ts";

const { Resources } = JSON.parse(stackTemplate());
const ADDRESSES = { awsEndpoint: "http://127.0.0.1:1", baseUrl: "http://localhost:2" };

/** Reads the real stack with some resources added or replaced. */
const read = (changes: CloudAssembly["resources"] = {}) => {
  const assembly: CloudAssembly = {
    resources: { ...Resources, ...changes },
    assetDirectory: (key) => `/assets/${key}`,
  };
  return readStack(assembly, resourceReferences(assembly, ADDRESSES));
};

const idOf = (type: string, text = "") =>
  Object.keys(Resources).find((id) => Resources[id].Type === type && id.includes(text)) ?? "";

describe("readStack", () => {
  const stack = read();
  const API = `arn:aws:execute-api:local:000000000000:${idOf("AWS::ApiGatewayV2::Api")}`;
  const functionLike = (text: string) => stack.functions.find(({ label }) => label.includes(text));

  it("reads the declared resources", () => {
    expect(stack.table).toMatchObject({ name: idOf("AWS::DynamoDB::Table"), partitionKey: "pk" });
    expect(stack.routes).toContainEqual({
      routeKey: "POST /api/leads",
      functionName: idOf("AWS::Lambda::Function", "CreateLead"),
      arn: `${API}/$default/POST/api/leads`,
    });
    expect(functionLike("PublishEvents")).toMatchObject({
      label: "EventsPublishEvents",
      handler: "handler",
      environment: { TABLE_NAME: stack.table.name, EVENT_BUS_NAME: "intake-dev" },
    });
    expect(stack.streamMappings).toMatchObject([
      {
        FunctionName: idOf("AWS::Lambda::Function", "PublishEvents"),
        DestinationConfig: { OnFailure: { Destination: `arn:aws:s3:::${idOf("AWS::S3::Bucket")}` } },
      },
    ]);
  });

  it.each([
    ["DeliverWebhook", 240],
    ["FetchFeed", 50],
    ["PublishEvents", undefined],
    ["GetBookingPage", undefined],
  ])("reads how many messages of a queue %s handles at the same time: %s", (name, messagesAtOnce) => {
    expect(functionLike(name)?.messagesAtOnce).toBe(messagesAtOnce);
  });

  it.each([
    ["rate(1 minute)", 1],
    ["rate(5 minutes)", 5],
  ])("reads a rule with the schedule %s", (ScheduleExpression, periodMinutes) => {
    const Targets = [
      { Arn: { "Fn::GetAtt": [idOf("AWS::Lambda::Function", "FanOut"), "Arn"] }, Id: "Target0" },
    ];
    const { rules, scheduledRules } = read({
      Sweep: { Type: "AWS::Events::Rule", Properties: { ScheduleExpression, Targets } },
    });
    expect(scheduledRules.filter(({ id }) => id === "Sweep")).toMatchObject([
      {
        ScheduleExpression: { periodMinutes },
        Targets: [{ Arn: expect.stringContaining("function:WebhooksFanOutEvent") }],
      },
    ]);
    expect(rules).toHaveLength(stack.rules.length);
  });

  it("lets every service do what it needs, and names what is missing", () => {
    expect(stack.routes.length).toBeGreaterThan(50);
    expect(() => requireServiceAccess(stack)).not.toThrow();
    for (const lacking of ["events.amazonaws.com", "apigateway.amazonaws.com"]) {
      const permissions = stack.permissions.filter(({ Principal }) => Principal !== lacking);
      expect(() => requireServiceAccess({ ...stack, permissions })).toThrow("does not let");
    }
    for (const lacking of [
      ...["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
      ...["s3:PutObject", "s3:ListBucket"],
      ...["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:SendMessage"],
    ]) {
      const functions = stack.functions.map((declared) => ({
        ...declared,
        statements: declared.statements.map(({ Action, ...statement }) => ({
          ...statement,
          Action: Action.filter((action) => !lacking.startsWith(action.replace("*", ""))),
        })),
      }));
      expect(() => requireServiceAccess({ ...stack, functions })).toThrow(`needs ${lacking} on`);
    }
  });

  const table = `arn:aws:dynamodb:local:000000000000:table/${idOf("AWS::DynamoDB::Table")}`;
  const onTable = (action: string, key = "FIRM#1") => ({
    action: `dynamodb:${action}`,
    resource: table,
    leadingKeys: [key],
  });

  it.each([
    [true, "ListLeads", { ...onTable("Query"), resource: `${table}/index/byListing` }],
    [false, "ListLeads", onTable("PutItem")],
    [false, "ListLeads", onTable("DeleteItem")],
    [true, "ListLeads", onTable("UpdateItem", "KEY#1")],
    [false, "ListLeads", onTable("UpdateItem", "FIRM#1")],
    [true, "CreateLead", onTable("PutItem")],
    [false, "CreateLead", onTable("DeleteItem")],
    [false, "RouteNotFound", onTable("GetItem")],
  ])("evaluates to %s for the role of %s: %j", (expected, label, permission) => {
    expect(isAllowed(functionLike(label)?.statements ?? [], permission)).toBe(expected);
  });

  it.each([
    ["an unknown type", "AWS::StepFunctions::StateMachine", {}],
    [
      "a route with an authorizer",
      "AWS::ApiGatewayV2::Route",
      { RouteKey: "GET /", AuthorizationType: "JWT" },
    ],
    ["a function in a VPC", "AWS::Lambda::Function", { VpcConfig: {} }],
    ...["cron(0 * * * ? *)", "rate(1 minutes)", "rate(2 minute)", "rate(0 minutes)", "rate(1 hour)"].map(
      (ScheduleExpression): [string, string, Record<string, unknown>] => [
        `the schedule ${ScheduleExpression}`,
        "AWS::Events::Rule",
        { ScheduleExpression, Targets: [] },
      ],
    ),
    [
      "a rule with both a pattern and a schedule",
      "AWS::Events::Rule",
      { ScheduleExpression: "rate(1 minute)", EventPattern: { source: ["a"] }, Targets: [] },
    ],
    [
      "a schedule on a bus of its own",
      "AWS::Events::Rule",
      { ScheduleExpression: "rate(1 minute)", EventBusName: "b", Targets: [] },
    ],
    ["a rule without a pattern or schedule", "AWS::Events::Rule", { EventBusName: "b", Targets: [] }],
    [
      "a rule that is disabled",
      "AWS::Events::Rule",
      { ScheduleExpression: "rate(1 minute)", State: "DISABLED" },
    ],
    ["a function that reserves instances", "AWS::Lambda::Function", { ReservedConcurrentExecutions: 10 }],
    [
      "a queue mapping without a function",
      "AWS::Lambda::EventSourceMapping",
      { EventSourceArn: "arn:aws:sqs:local:0:q" },
    ],
    ["a FIFO queue", "AWS::SQS::Queue", { FifoQueue: true }],
  ])("rejects %s and names it", (_case, Type, Properties) => {
    expect(() => read({ Some: { Type, Properties } })).toThrow(/Some/);
    expect(() => read({ Some: { Type, Properties } })).toThrow(Type);
  });

  it.each([
    [{ "Fn::ImportValue": "other" }, "Fn::ImportValue"],
    [{ "Fn::GetAtt": ["Some", "Missing"] }, "Some.Missing"],
    [{ Ref: "Missing" }, "Missing.Ref"],
  ])("rejects the intrinsic %j and names it", (VisibilityTimeout, name) => {
    const queue = { Type: "AWS::SQS::Queue", Properties: { VisibilityTimeout } };
    expect(() => read({ Some: queue })).toThrow(name);
  });

  it("rejects a second table", () => {
    expect(() => read({ Other: Resources[idOf("AWS::DynamoDB::Table")] })).toThrow("hosts one table");
  });

  it("rejects a rule with an unknown operator and names it", () => {
    const rule = {
      Type: "AWS::Events::Rule",
      Properties: { EventBusName: "b", EventPattern: { source: [{ cidr: "10/8" }] }, Targets: [] },
    };
    expect(() => read({ Rule: rule })).toThrow("cidr");
  });
});
