import { describe, expect, it } from "@jest/globals";
import { isAllowed } from "../../../../lib/local/iam/iam-policy.ts";
import type { CloudAssembly } from "../../../../lib/local/template/cloud-assembly.ts";
import { readStack } from "../../../../lib/local/template/declared-stack.ts";
import { resourceReferences } from "../../../../lib/local/template/resource-names.ts";
import { stackTemplate } from "../../../support/suite-resources.ts";

const { Resources } = JSON.parse(stackTemplate());
const ADDRESSES = { awsEndpoint: "http://127.0.0.1:1", baseUrl: "http://localhost:2" };

/** Reads the real stack with some resources added or replaced. */
const read = (changes: CloudAssembly["resources"] = {}) => {
  const assembly: CloudAssembly = {
    stackName: "intake-dev",
    resources: { ...Resources, ...changes },
    assetDirectory: (key) => `/assets/${key}`,
  };
  return readStack(assembly, resourceReferences(assembly, ADDRESSES));
};

const idOf = (type: string, text = "") =>
  Object.keys(Resources).find((id) => Resources[id].Type === type && id.includes(text)) ?? "";

describe("readStack", () => {
  const stack = read();
  const functionLike = (text: string) => stack.functions.find(({ label }) => label.includes(text));

  it("reads the declared resources", () => {
    expect(stack.table).toMatchObject({ name: idOf("AWS::DynamoDB::Table"), partitionKey: "pk" });
    expect(stack.busNames).toHaveLength(1);
    expect(stack.routes).toContainEqual({
      routeKey: "POST /api/leads",
      functionName: idOf("AWS::Lambda::Function", "CreateLead"),
    });
    expect(functionLike("PublishEvents")).toMatchObject({
      label: "EventsPublishEvents",
      handler: "handler",
      environment: { TABLE_NAME: stack.table.name, EVENT_BUS_NAME: stack.busNames[0] },
    });
    expect(stack.streamMappings).toMatchObject([
      { FunctionName: idOf("AWS::Lambda::Function", "PublishEvents"), BisectBatchOnFunctionError: true },
    ]);
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
    ["an unknown type", "AWS::SNS::Topic", {}],
    [
      "a route with an authorizer",
      "AWS::ApiGatewayV2::Route",
      { RouteKey: "GET /", AuthorizationType: "JWT" },
    ],
    ["a function in a VPC", "AWS::Lambda::Function", { VpcConfig: {} }],
    ["a schedule", "AWS::Events::Rule", { ScheduleExpression: "rate(1 minute)" }],
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
