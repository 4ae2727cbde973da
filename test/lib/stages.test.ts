import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Annotations, Match, Template } from "aws-cdk-lib/assertions";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { synthesize } from "../../lib/intake-app.ts";
import { NAMED_STATEFUL_TYPES, STATEFUL_TYPES } from "../../lib/intake-stack.ts";
import { resolvePinnedStage, resolveStage } from "../../lib/stage.ts";
import { REPOSITORY, REPOSITORY_IDS, STAGES } from "../../lib/stages.ts";
import { checkTemplateRules } from "../../lib/template-rules.ts";
import { refuseUndeployable, undeployableReason } from "../../lib/undeployable.ts";

/**
 * Everything that holds state or that others refer to, by logical id. A construct that is renamed or moved gets another id:
 * CloudFormation would make a new, empty resource and let go of the old one. See "State" in docs/operations.md.
 */
const HOLDS_STATE = {
  AlarmsTickets74B5D1FC: "AWS::SNS::Topic",
  AlarmsTopic3A2DFEBA: "AWS::SNS::Topic",
  ApiAccessLogs50B185DB: "AWS::Logs::LogGroup",
  // the base URL
  ApiHttpApi4C294DC0: "AWS::ApiGatewayV2::Api",
  EventsBus45DE4339: "AWS::Events::EventBus",
  EventsDiscardedChanges81A8D4BE: "AWS::S3::Bucket",
  EventsPublishEventsDeadLettersC1E89E29: "AWS::SQS::Queue",
  Logs6819BB44: "AWS::Logs::LogGroup",
  TableCD117FA1: "AWS::DynamoDB::Table",
  WebhooksDeliveries78486319: "AWS::SQS::Queue",
  WebhooksDeliveryDeadLetters169E6176: "AWS::SQS::Queue",
  WebhooksFanOutDeadLetters76E7CEDA: "AWS::SQS::Queue",
  WebhooksRuleDeadLettersDDA05A18: "AWS::SQS::Queue",
};

let outdir: string;
let assembly: CloudAssembly;
beforeAll(() => {
  outdir = mkdtempSync(join(tmpdir(), "intake-stages-"));
  assembly = synthesize({ outdir, context: { stage: "staging,prod" } }, checkTemplateRules);
});
afterAll(() => rmSync(outdir, { recursive: true }));

const templateOf = (stage: string) => {
  const { templateFullPath } = assembly.getStackByName(`intake-${stage}`);
  return Template.fromJSON(JSON.parse(readFileSync(templateFullPath, "utf8")));
};

describe.each(["staging", "prod"])("%s", (stage) => {
  it("is pinned to its account and region, and cannot be deleted", () => {
    const { env } = resolvePinnedStage(stage);
    const { environment, terminationProtection } = assembly.getStackByName(`intake-${stage}`);
    expect(environment).toMatchObject(env);
    expect(terminationProtection).toBe(true);
    templateOf(stage).allResourcesProperties("AWS::DynamoDB::Table", { DeletionProtectionEnabled: true });
  });

  it("tags everything with the service and its stage", () => {
    expect(assembly.getStackByName(`intake-${stage}`).tags).toEqual({ service: "intake", stage });
  });

  it("keeps what holds state, under the ids that it has had since the first deployment", () => {
    const types = [...STATEFUL_TYPES, ...NAMED_STATEFUL_TYPES, "AWS::ApiGatewayV2::Api"];
    const resources = types.flatMap((type) => Object.entries(templateOf(stage).findResources(type)));
    expect(Object.fromEntries(resources.map(([id, { Type }]) => [id, Type]))).toEqual(HOLDS_STATE);
    for (const [, { Type, DeletionPolicy, UpdateReplacePolicy }] of resources) {
      if (Type === "AWS::ApiGatewayV2::Api") continue;
      // What has a fixed name and is left by a failed creation is in the way of the next.
      const kept = NAMED_STATEFUL_TYPES.includes(Type) ? "RetainExceptOnCreate" : "Retain";
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([kept, "Retain"]);
    }
  });

  it("has no other kind of resource that may hold state", () => {
    const STATELESS =
      /^AWS::(ApiGatewayV2|CDK|CloudWatch|IAM|Lambda|Events::Rule|S3::BucketPolicy|SNS::(Subscription|TopicPolicy)|SQS::QueuePolicy)/;
    const stateful = [...STATEFUL_TYPES, ...NAMED_STATEFUL_TYPES];
    const types = Object.values<{ Type: string }>(templateOf(stage).toJSON().Resources).map(
      ({ Type }) => Type,
    );
    expect(types.filter((type) => !STATELESS.test(type) && !stateful.includes(type))).toEqual([]);
  });

  it("shows alarms to whom they concern, with runbooks that a browser finds", () => {
    const template = templateOf(stage);
    template.hasResourceProperties("AWS::SNS::Subscription", {
      Endpoint: STAGES[stage as "prod"].alarmEmail,
    });
    const [alarm] = Object.values(template.findResources("AWS::CloudWatch::Alarm"));
    expect(alarm?.Properties.AlarmDescription).toMatch(
      /Runbook: https:\/\/github\.com\/.+\/docs\/runbooks\.md#/,
    );
  });
});

it("stages with an account break no rule for templates that is not accepted", () => {
  type Report = { pluginName: string; violations: { ruleName: string }[] };
  const { pluginReports }: { pluginReports: Report[] } = JSON.parse(
    readFileSync(join(outdir, "validation-report.json"), "utf8"),
  );
  const broken = pluginReports.flatMap(({ pluginName, violations }) =>
    violations.map(({ ruleName }) => `${pluginName} ${ruleName}`),
  );
  expect(pluginReports.map(({ pluginName }) => pluginName)).toContain("Serverless");
  expect(broken).toEqual([]);
});

it("stages of one assembly run the same code", () => {
  const codeOf = (stage: string) =>
    Object.entries(templateOf(stage).findResources("AWS::Lambda::Function")).map(([id, { Properties }]) => [
      id,
      Properties.Code.S3Key,
    ]);
  expect(codeOf("staging")).toEqual(codeOf("prod"));
});

describe("a stage", () => {
  it.each(["production", "Prod", "", "dev-2", "constructor"])("is not %j, and the list is shown", (name) => {
    expect(() => resolveStage(name)).toThrow("one of local, dev, staging, prod");
  });

  it.each(["local", "dev"])("%s has no account", (name) => {
    expect(() => resolvePinnedStage(name)).toThrow("no account");
  });
});

describe("a deployment is refused", () => {
  const prod = resolvePinnedStage("prod");
  it("by the CDK CLI, which says what to fill in", () => {
    const env = { account: "111122223333", region: "us-east-1" };
    const placeholders = {
      ...prod,
      env,
      alarmEmail: "oncall@example.com",
      ticketEmail: "tickets@example.com",
    };
    const stack = new Stack(new App());
    refuseUndeployable(stack, placeholders);
    const missing = "Fill in the account of prod, the alarmEmail of prod, the ticketEmail of prod";
    Annotations.fromStack(stack).hasError("*", Match.stringLikeRegexp(missing));
  });

  it("no longer of what is filled in", () => {
    const env = { account: "987654321098", region: "us-east-1" };
    const filled = { ...prod, env, alarmEmail: "oncall@doe.law", ticketEmail: "tickets@doe.law" };
    const isFilled = !REPOSITORY.startsWith("example/") && REPOSITORY_IDS.repository > 0;
    expect(undeployableReason(filled, undefined)).toBe(
      isFilled ? null : "Fill in REPOSITORY, REPOSITORY_IDS in lib/stages.ts, then deploy.",
    );
  });

  it("of the local service, and of an engineer's stage to the account of another", () => {
    expect(undeployableReason(resolveStage("local"), "101010101010")).toMatch("npm start");
    expect(undeployableReason(resolveStage("dev"), prod.env.account)).toMatch("the account of prod");
    expect(undeployableReason(resolveStage("dev"), "101010101010")).toBeNull();
    expect(undeployableReason(resolveStage("dev"), undefined)).toBeNull();
  });
});
