import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Annotations, Match, Template } from "aws-cdk-lib/assertions";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { synthesize } from "../../../lib/stacks/intake-app.ts";
import { resolvePinnedStage, resolveStage, toStage } from "../../../lib/stacks/stage.ts";
import { stackNameOf, stateStackNameOf } from "../../../lib/stacks/stage-names.ts";
import { REPOSITORY, REPOSITORY_IDS, STAGES } from "../../../lib/stacks/stages.ts";
import { STATEFUL_TYPES } from "../../../lib/stacks/state-stack.ts";
import { checkTemplateRules } from "../../../lib/stacks/template-rules.ts";
import { refuseUndeployable, undeployableReason } from "../../../lib/stacks/undeployable.ts";

/**
 * Everything that holds state or that others refer to, by logical id. A construct that is renamed or moved gets another id:
 * CloudFormation would make a new, empty resource and let go of the old one. See "State" in docs/operations.md.
 */
const HOLDS_STATE = {
  state: {
    AlarmsTickets74B5D1FC: "AWS::SNS::Topic",
    AlarmsTopic3A2DFEBA: "AWS::SNS::Topic",
    DeliveryDeadLettersB0889D5D: "AWS::SQS::Queue",
    DiscardedChanges598D9B7C: "AWS::S3::Bucket",
    FanOutDeadLetters3B54A3EC: "AWS::SQS::Queue",
    FeedDeadLetters1119051B: "AWS::SQS::Queue",
    PublishEventsDeadLettersF69DE6E8: "AWS::SQS::Queue",
    RuleDeadLetters6F592DCF: "AWS::SQS::Queue",
    TableCD117FA1: "AWS::DynamoDB::Table",
  },
  service: {
    ApiAccessLogs50B185DB: "AWS::Logs::LogGroup",
    // the base URL
    ApiHttpApi4C294DC0: "AWS::ApiGatewayV2::Api",
    EventsBus45DE4339: "AWS::Events::EventBus",
    FeedsQueue3CB4B968: "AWS::SQS::Queue",
    Logs6819BB44: "AWS::Logs::LogGroup",
    // the sweep sends its lost messages again
    WebhooksDeliveries78486319: "AWS::SQS::Queue",
  },
};

let outdir: string;
let assembly: CloudAssembly;
beforeAll(() => {
  outdir = mkdtempSync(join(tmpdir(), "intake-stages-"));
  assembly = synthesize({ outdir, context: { stage: "staging,prod" } }, checkTemplateRules);
});
afterAll(() => rmSync(outdir, { recursive: true }));

type Part = keyof typeof HOLDS_STATE;
const PARTS = Object.keys(HOLDS_STATE) as Part[];

const stackOf = (stage: string, part: Part) => {
  const nameOf = { state: stateStackNameOf, service: stackNameOf }[part];
  return assembly.getStackByName(nameOf({ name: stage }));
};

const templateOf = (stage: string, part: Part) =>
  Template.fromJSON(JSON.parse(readFileSync(stackOf(stage, part).templateFullPath, "utf8")));

const typesOf = (template: Template) =>
  Object.values<{ Type: string }>(template.toJSON().Resources).map(({ Type }) => Type);

describe.each(["staging", "prod"])("%s", (stage) => {
  it.each(PARTS)("is pinned to its account and region, and its %s cannot be deleted", (part) => {
    const { env } = resolvePinnedStage(stage);
    const { environment, terminationProtection } = stackOf(stage, part);
    expect(environment).toMatchObject(env);
    expect(terminationProtection).toBe(true);
    templateOf(stage, "state").allResourcesProperties("AWS::DynamoDB::Table", {
      DeletionProtectionEnabled: true,
    });
  });

  it.each(PARTS)("tags everything of its %s with the service and its stage", (part) => {
    expect(stackOf(stage, part).tags).toEqual({ service: "intake", stage });
  });

  it.each(PARTS)("keeps what holds state in its %s, under the ids of the first deployment", (part) => {
    const types = [...STATEFUL_TYPES, "AWS::ApiGatewayV2::Api"];
    const resources = types.flatMap((type) => Object.entries(templateOf(stage, part).findResources(type)));
    expect(Object.fromEntries(resources.map(([id, { Type }]) => [id, Type]))).toEqual(HOLDS_STATE[part]);
    const kept = resources.filter(([, { Type }]) => Type !== "AWS::ApiGatewayV2::Api");
    // A failed first deployment deletes what it made.
    for (const [, { DeletionPolicy, UpdateReplacePolicy }] of kept)
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
  });

  it.each(PARTS)("has no other kind of resource in its %s that may hold state", (part) => {
    const STATELESS =
      /^AWS::(ApiGatewayV2|Budgets|CDK|CloudFormation|CloudWatch|IAM|Lambda|Events::Rule|S3::BucketPolicy|SNS::(Subscription|TopicPolicy)|SQS::QueuePolicy)/;
    const types = typesOf(templateOf(stage, part));
    expect(types.filter((type) => !STATELESS.test(type) && !STATEFUL_TYPES.includes(type))).toEqual([]);
  });

  it("has only routes and functions in the stacks of its endpoints", () => {
    const files = readdirSync(outdir).filter((name) => name.startsWith(`intake${stage}Api`));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const template = Template.fromJSON(JSON.parse(readFileSync(join(outdir, file), "utf8")));
      expect(typesOf(template).filter((type) => !/^AWS::(ApiGatewayV2|IAM|Lambda)::/.test(type))).toEqual([]);
    }
  });

  it("sends alarms to the right address, with links to runbooks that a browser finds", () => {
    templateOf(stage, "state").hasResourceProperties("AWS::SNS::Subscription", {
      Endpoint: STAGES[stage as "prod"].alarmEmail,
    });
    const template = templateOf(stage, "service");
    const [alarm] = Object.values(template.findResources("AWS::CloudWatch::Alarm"));
    expect(alarm?.Properties.AlarmDescription).toMatch(
      /Runbook: https:\/\/github\.com\/.+\/docs\/runbooks\.md#/,
    );
  });
});

it("stages with an account break no rule for templates except accepted ones", () => {
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
    Object.entries(templateOf(stage, "service").findResources("AWS::Lambda::Function")).map(
      ([id, { Properties }]) => [id, Properties.Code.S3Key],
    );
  expect(codeOf("staging")).toEqual(codeOf("prod"));
});

describe("a stage", () => {
  it.each(["production", "Prod", "", "dev-2", "constructor"])("is not %j, and the list is shown", (name) => {
    expect(() => resolveStage(name)).toThrow("one of local, dev, staging, prod");
  });

  it.each(["local", "dev"])("%s has no account", (name) => {
    expect(() => resolvePinnedStage(name)).toThrow("no account");
  });

  it("that keeps state has a budget", () => {
    const { monthlyBudgetDollars: _, ...settings } = STAGES.prod;
    expect(() => toStage("prod", settings)).toThrow("needs monthlyBudgetDollars");
    expect(() => toStage("prod", STAGES.prod)).not.toThrow();
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

  it("no longer once everything is filled in", () => {
    const env = { account: "987654321098", region: "us-east-1" };
    const filled = { ...prod, env, alarmEmail: "oncall@doe.law", ticketEmail: "tickets@doe.law" };
    const isFilled = !REPOSITORY.startsWith("example/") && REPOSITORY_IDS.repository > 0;
    expect(undeployableReason(filled, undefined)).toBe(
      isFilled ? null : "Fill in REPOSITORY, REPOSITORY_IDS in lib/stacks/stages.ts, then deploy.",
    );
  });

  it("for the local service, and for an engineer's stage in the account of another stage", () => {
    expect(undeployableReason(resolveStage("local"), "101010101010")).toMatch("npm start");
    expect(undeployableReason(resolveStage("dev"), prod.env.account)).toMatch("the account of prod");
    expect(undeployableReason(resolveStage("dev"), "101010101010")).toBeNull();
    expect(undeployableReason(resolveStage("dev"), undefined)).toBeNull();
  });
});
