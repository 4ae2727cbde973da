import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Annotations, Match, Template } from "aws-cdk-lib/assertions";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { synthesize } from "../../../lib/stacks/intake-app.ts";
import { resolvePinnedStage, resolveStage, toStage } from "../../../lib/stacks/resolve-stage.ts";
import { STAGE_STACKS, stackNameOf, stacksOf } from "../../../lib/stacks/stage-names.ts";
import { REPOSITORY, REPOSITORY_IDS, STAGES } from "../../../lib/stacks/stages.ts";
import { STATEFUL_TYPES } from "../../../lib/stacks/state-stack.ts";
import { checkTemplateRules } from "../../../lib/stacks/template-rules.ts";
import { refuseUndeployable, undeployableReason } from "../../../lib/stacks/undeployable.ts";
import { COPIES, DOMAIN, EDGE, PLAIN, PROBE } from "../../support/stage-options.ts";

/**
 * Everything that holds state or that others refer to, by logical id. A construct that is renamed or moved gets another id:
 * CloudFormation would make a new, empty resource and let go of the old one. See "State" in docs/operations.md.
 */
const HOLDS_STATE = {
  AccessLogs8B620ECA: "AWS::Logs::LogGroup",
  AlarmsTickets74B5D1FC: "AWS::SNS::Topic",
  AlarmsTopic3A2DFEBA: "AWS::SNS::Topic",
  BackupsVault1F11AFCC: "AWS::Backup::BackupVault",
  BusEA82B648: "AWS::Events::EventBus",
  // the sweep sends its lost messages again
  DeliveriesBF2F7293: "AWS::SQS::Queue",
  DiscardedChanges598D9B7C: "AWS::S3::Bucket",
  Feeds6FC8B95A: "AWS::SQS::Queue",
  Logs6819BB44: "AWS::Logs::LogGroup",
  PublishEventsDeadLettersF69DE6E8: "AWS::SQS::Queue",
  TableCD117FA1: "AWS::DynamoDB::Table",
};

let outdir: string;
let assembly: CloudAssembly;
beforeAll(() => {
  outdir = mkdtempSync(join(tmpdir(), "intake-stages-"));
  assembly = synthesize({ outdir, context: { stage: "staging,prod" } }, checkTemplateRules);
});
afterAll(() => rmSync(outdir, { recursive: true }));

const PARTS = STAGE_STACKS;
type Part = (typeof PARTS)[number];

const stackOf = (stage: string, part: Part) => assembly.getStackByName(stackNameOf({ name: stage }, part));

const templateOf = (stage: string, part: Part) =>
  Template.fromJSON(JSON.parse(readFileSync(stackOf(stage, part).templateFullPath, "utf8")));

const typesOf = (template: Template) =>
  Object.values<{ Type: string }>(template.toJSON().Resources).map(({ Type }) => Type);

describe.each(["staging", "prod"])("%s", (stage) => {
  it("is pinned to its account, and each of its stacks is protected, tagged, and refused while it has placeholders", () => {
    const settings = resolvePinnedStage(stage);
    const stacks = stacksOf(settings);
    const names = assembly.stacks.map(({ stackName }) => stackName);
    expect(names.filter((name) => name.startsWith(`intake-${stage}`)).sort()).toEqual(
      stacks.map(({ stackName }) => stackName).sort(),
    );
    for (const { stackName, region } of stacks) {
      const { environment, terminationProtection, tags, messages } = assembly.getStackByName(stackName);
      expect({ ...environment, terminationProtection, tags }).toMatchObject({
        ...settings.env,
        region,
        terminationProtection: true,
        tags: { service: "intake", stage },
      });
      const refusals = messages.filter(({ level }) => level === "error").map(({ entry }) => entry.data);
      expect(refusals).toEqual([undeployableReason(settings, undefined)].filter(Boolean));
    }
  });

  it("keeps what holds state, under the ids of the first deployment", () => {
    const template = templateOf(stage, "state");
    const { domain } = resolvePinnedStage(stage);
    template.allResourcesProperties("AWS::DynamoDB::Table", { DeletionProtectionEnabled: true });
    const resources = STATEFUL_TYPES.flatMap((type) => Object.entries(template.findResources(type)));
    expect(Object.fromEntries(resources.map(([id, { Type }]) => [id, Type]))).toEqual({
      ...HOLDS_STATE,
      ...(domain && { Domain66AC69E0: "AWS::ApiGatewayV2::DomainName" }),
    });
    // A failed first deployment deletes what it made.
    for (const [, { DeletionPolicy, UpdateReplacePolicy }] of resources)
      expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
  });

  it.each(PARTS)("holds state in no other kind of resource of its %s", (part) => {
    const STATELESS =
      /^AWS::(ApiGatewayV2::(Api|ApiMapping|Authorizer|Integration|Route|Stage)|Backup::Backup(Plan|Selection)|Budgets|CDK|CloudFormation|CloudWatch|IAM|Lambda|Events::Rule|S3::BucketPolicy|SNS::(Subscription|TopicPolicy)|SQS::QueuePolicy|SSM)/;
    const stateful = part === "state" ? STATEFUL_TYPES : [];
    const types = typesOf(templateOf(stage, part));
    expect(types.filter((type) => !STATELESS.test(type) && !stateful.includes(type))).toEqual([]);
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

describe("staging is prod made small:", () => {
  /** Returns the paths of all settings, such as `edge.domainName`. */
  const pathsOf = (settings: object): string[] =>
    Object.entries(settings).flatMap(([name, value]) => [
      name,
      ...(typeof value === "object" ? pathsOf(value).map((path) => `${name}.${path}`) : []),
    ]);
  const kindsOf = (stackName: string) => {
    const { templateFullPath } = assembly.getStackByName(stackName);
    return typesOf(Template.fromJSON(JSON.parse(readFileSync(templateFullPath, "utf8")))).sort();
  };

  it("it has every setting of prod", () => {
    const ofStaging = pathsOf(STAGES.staging);
    expect(pathsOf(STAGES.prod).filter((path) => !ofStaging.includes(path))).toEqual([]);
  });

  it.each(stacksOf(resolvePinnedStage("prod")))(
    "its $part has as many resources of each kind as that of prod, but for the firewall and its alarm",
    ({ part, stackName }) => {
      const firewall = part === "edge" ? ["AWS::CloudWatch::Alarm", "AWS::WAFv2::WebACL"] : [];
      const small = kindsOf(stackNameOf({ name: "staging" }, part));
      expect([...small, ...firewall].sort()).toEqual(kindsOf(stackName));
    },
  );
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

  it("that keeps state and has a host of its own has a probe", () => {
    const { probe: _, edge, ...settings } = STAGES.prod;
    for (const each of [settings, { ...settings, edge }])
      expect(() => toStage("prod", each)).toThrow("needs a probe");
    expect(() => toStage("staging", PLAIN)).not.toThrow();
  });
});

describe("a deployment is refused", () => {
  const prod = resolvePinnedStage("prod");
  it("by the CDK CLI, which says what to fill in", () => {
    const env = { account: "111122223333", region: "us-east-1" };
    const placeholders = {
      ...prod,
      domain: DOMAIN,
      edge: EDGE,
      probe: PROBE,
      backupCopies: STAGES.prod.backupCopies,
      env,
      alarmEmail: "oncall@example.com",
      ticketEmail: "tickets@example.com",
    };
    const stack = new Stack(new App());
    refuseUndeployable(stack, placeholders);
    const missing =
      "Fill in the account of prod, the alarmEmail of prod, the ticketEmail of prod, the domain of prod, the edge of prod, the probe of prod, the backupCopies of prod";
    Annotations.fromStack(stack).hasError("*", Match.stringLikeRegexp(missing));
  });

  it("no longer once everything is filled in", () => {
    const env = { account: "987654321098", region: "us-east-1" };
    const emails = { alarmEmail: "oncall@doe.law", ticketEmail: "tickets@doe.law" };
    const domain = { ...DOMAIN, name: "origin.doe.law" };
    const edge = { ...EDGE, domainName: "api.doe.law", originDomain: "origin.doe.law" };
    const filled = {
      ...prod,
      env,
      ...emails,
      domain,
      edge,
      probe: { ...PROBE, baseUrl: "https://api.doe.law" },
      backupCopies: COPIES,
    };
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

/** The settings that a person may change. Drift detection compares only what a template declares. */
const DECLARED: Readonly<Record<string, object>> = {
  "AWS::CloudWatch::Alarm": { ActionsEnabled: true },
  "AWS::DynamoDB::Table": {
    BillingMode: "PAY_PER_REQUEST",
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
    TimeToLiveSpecification: { AttributeName: "expiresAtEpochSeconds", Enabled: true },
  },
  "AWS::Events::Rule": { State: "ENABLED" },
  "AWS::Lambda::Function": { RecursiveLoop: "Terminate" },
};

/** The function of aws-cdk-lib that CloudFormation alone invokes, to copy the files of pages. */
const LIBRARY_FUNCTION = "CustomCDKBucketDeployment";

it.each(Object.entries(DECLARED))(
  "declares the settings of each %s for drift detection",
  (type, settings) => {
    const templates = stacksOf(resolvePinnedStage("prod")).map(({ stackName }) =>
      Template.fromJSON(
        JSON.parse(readFileSync(assembly.getStackByName(stackName).templateFullPath, "utf8")),
      ),
    );
    const resources = templates.flatMap((template) => Object.entries(template.findResources(type)));
    const own = resources
      .filter(([id]) => !id.startsWith(LIBRARY_FUNCTION))
      .map(([, { Properties }]) => Properties);
    expect(own).not.toEqual([]);
    for (const properties of own) expect(properties).toMatchObject(settings);
  },
);
