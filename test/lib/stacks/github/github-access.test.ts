import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { synthesizeGithubAccess } from "../../../../lib/stacks/github/github-access-app.ts";
import { DEPLOY_SESSION_SECONDS, type Purpose, roleArn } from "../../../../lib/stacks/github/role-arns.ts";
import { resolvePinnedStage } from "../../../../lib/stacks/resolve-stage.ts";
import { REPOSITORY, REPOSITORY_IDS } from "../../../../lib/stacks/stages.ts";

// Validation takes seconds, and `bin/github-access.ts` validates the same stacks.
process.env.CDK_VALIDATION = "false";

let outdir: string;
let assembly: CloudAssembly;
beforeAll(() => {
  outdir = mkdtempSync(join(tmpdir(), "intake-github-"));
  assembly = synthesizeGithubAccess({ outdir });
});
afterAll(() => rmSync(outdir, { recursive: true }));

const [OWNER, NAME] = REPOSITORY.split("/");

const templateOf = (stage: string) =>
  Template.fromJSON(
    JSON.parse(readFileSync(assembly.getStackByName(`intake-github-${stage}`).templateFullPath, "utf8")),
  );

type Statement = {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: string | string[];
};

const roleOf = (stage: string, purpose: Purpose) => {
  const template = templateOf(stage);
  const RoleName = roleArn(resolvePinnedStage(stage), purpose).split("/")[1];
  const [[id, role] = [""]] = Object.entries(
    template.findResources("AWS::IAM::Role", { Properties: { RoleName } }),
  );
  const policies = Object.values(template.findResources("AWS::IAM::Policy")).filter(
    ({ Properties }) => Properties.Roles[0].Ref === id,
  );
  const statements: Statement[] = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  return {
    trust: role?.Properties.AssumeRolePolicyDocument.Statement,
    statements,
    properties: role?.Properties,
  };
};

const actionsOf = (statements: readonly Statement[]) => statements.flatMap(({ Action }) => Action);

const regions = ["us-east-1", "us-west-2"];

type FieldSelector = { readonly Field: string } & Partial<
  Record<"Equals" | "StartsWith" | "NotStartsWith", readonly string[]>
>;

/** Returns whether a selector of CloudTrail takes an event: all its fields must match. */
const isSelected = (selectors: readonly FieldSelector[], event: Readonly<Record<string, string>>) =>
  selectors.every(({ Field, Equals, StartsWith, NotStartsWith }) => {
    const value = event[Field] ?? "";
    const begins = (prefix: string) => value.startsWith(prefix);
    return (
      (Equals?.includes(value) ?? true) &&
      (StartsWith?.some(begins) ?? true) &&
      !(NotStartsWith?.some(begins) ?? false)
    );
  });

describe.each(["staging", "prod"])("%s", (stage) => {
  const { env } = resolvePinnedStage(stage);

  it("has its roles in its own account, which trust GitHub alone", () => {
    expect(assembly.getStackByName(`intake-github-${stage}`).environment).toMatchObject(env);
    templateOf(stage).hasResourceProperties("AWS::IAM::OIDCProvider", {
      Url: "https://token.actions.githubusercontent.com",
      ClientIdList: ["sts.amazonaws.com"],
    });
    templateOf(stage).resourceCountIs("AWS::IAM::Role", 4);
  });

  it.each([
    ["deploy", `environment:${stage}`],
    ["diff", "pull_request"],
    ["check", "ref:refs/heads/main"],
  ] as const)(
    "allows the role for %s only to a job of this very repository with the subject %s",
    (purpose, subject) => {
      expect(roleOf(stage, purpose).trust).toEqual([
        {
          Effect: "Allow",
          Action: "sts:AssumeRoleWithWebIdentity",
          Principal: { Federated: { Ref: expect.stringContaining("GitHub") } },
          Condition: {
            StringEquals: {
              "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
              "token.actions.githubusercontent.com:sub": `repo:${OWNER}@${REPOSITORY_IDS.owner}/${NAME}@${REPOSITORY_IDS.repository}:${subject}`,
            },
          },
        },
      ]);
    },
  );

  it("records who writes to its tables beside the functions, and who manages the account, for over a year", () => {
    const template = templateOf(stage);
    const [trail] = Object.values(template.findResources("AWS::CloudTrail::Trail"));
    expect(trail?.Properties).toMatchObject({
      IsLogging: true,
      IsMultiRegionTrail: true,
      EnableLogFileValidation: true,
    });
    expect(trail?.Properties.EventSelectors).toBeUndefined();
    const [management, data] = trail?.Properties.AdvancedEventSelectors ?? [];
    expect(management.FieldSelectors).toEqual([{ Field: "eventCategory", Equals: ["Management"] }]);
    const isRecorded = (event: Readonly<Record<string, string>>) => isSelected(data.FieldSelectors, event);
    const write = {
      eventCategory: "Data",
      "resources.type": "AWS::DynamoDB::Table",
      readOnly: "false",
      "resources.ARN": `arn:aws:dynamodb:${env.region}:${env.account}:table/intake-${stage}-state-TableCD117FA1-X`,
    };
    const by = (session: string) => ({
      ...write,
      "userIdentity.arn": `arn:aws:sts::${env.account}:assumed-role/${session}`,
    });
    for (const session of [
      `intake-${stage}-operator/dana`,
      `intake-${stage}-github-deploy/GitHubActions`,
      "AWSReservedSSO_AdministratorAccess_0a1b/dana@example.com",
    ])
      expect(isRecorded(by(session))).toBe(true);
    for (const role of ["ApiLeadsNested-CreateLeadRole-A1", "EventsPublishEventsRole-B2", "WebhooksSweep-C3"])
      expect(isRecorded(by(`intake-${stage}-${role}/some-function`))).toBe(false);
    expect(isRecorded({ ...by(`intake-${stage}-operator/dana`), readOnly: "true" })).toBe(false);
    template.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: { LifecycleConfiguration: { Rules: [{ ExpirationInDays: 400, Status: "Enabled" }] } },
    });
  });

  it("lets a deployment keep its session for as long as the workflow asks for", () => {
    expect(roleOf(stage, "deploy").properties.MaxSessionDuration).toBe(DEPLOY_SESSION_SECONDS);
  });

  it("reads templates for a diff, and nothing else", () => {
    const { statements, properties } = roleOf(stage, "diff");
    expect(properties.ManagedPolicyArns).toBeUndefined();
    expect(statements).toEqual([
      {
        Effect: "Allow",
        Action: [
          "cloudformation:DescribeStacks",
          "cloudformation:GetTemplate",
          "cloudformation:ListStackResources",
        ],
        Resource: regions.flatMap((region) =>
          [`intake-${stage}-*`, `intake-${stage}`].map(
            (name) => `arn:aws:cloudformation:${region}:${env.account}:stack/${name}/*`,
          ),
        ),
      },
    ]);
  });

  it("checks settings, and reads no records, messages or logs, and nothing of Secrets Manager", () => {
    const { statements, properties } = roleOf(stage, "check");
    expect(JSON.stringify(properties.ManagedPolicyArns)).toContain("iam::aws:policy/ReadOnlyAccess");
    const [denied] = statements.filter(({ Effect }) => Effect === "Deny");
    expect(denied?.Resource).toBe("*");
    expect(denied?.Action).toEqual(
      expect.arrayContaining([
        ...["dynamodb:Query", "dynamodb:Scan", "logs:StartQuery", "s3:GetObject*", "sqs:ReceiveMessage"],
        "secretsmanager:GetSecretValue",
      ]),
    );
    expect(actionsOf(statements.filter(({ Effect }) => Effect === "Allow"))).toEqual([
      "sns:Publish",
      "cloudformation:DetectStackDrift",
      "cloudformation:DetectStackResourceDrift",
    ]);
    const [publishing] = statements.filter(({ Action }) => Action === "sns:Publish");
    expect(publishing?.Resource).toEqual([
      `arn:aws:sns:us-east-1:${env.account}:intake-${stage}-edge-Alarms*`,
      `arn:aws:sns:${env.region}:${env.account}:intake-${stage}-state-Alarms*`,
      `arn:aws:sns:us-west-2:${env.account}:intake-${stage}-probe-Alarms*`,
    ]);
  });

  it("deploys through the roles of CDK's bootstrap, and may otherwise only cancel, look and test", () => {
    const { statements } = roleOf(stage, "deploy");
    const assumed = statements
      .filter(({ Action }) => Action === "sts:AssumeRole")
      .flatMap(({ Resource }) => Resource);
    expect(assumed).toEqual(
      ["deploy", "file-publishing"].flatMap((role) =>
        regions.map(
          (region) => `arn:aws:iam::${env.account}:role/cdk-hnb659fds-${role}-role-${env.account}-${region}`,
        ),
      ),
    );
    const others = actionsOf(statements).filter((action) => !action.startsWith("dynamodb:"));
    expect(others.sort()).toEqual([
      "cloudformation:CancelUpdateStack",
      "cloudformation:DescribeStacks",
      "cloudformation:GetTemplate",
      "cloudformation:ListStackResources",
      "cloudformation:UpdateTerminationProtection",
      "cloudwatch:DescribeAlarms",
      "lambda:GetAccountSettings",
      "sns:ListSubscriptionsByTopic",
      "sts:AssumeRole",
    ]);
    const [everywhere, ...restricted] = statements.toSorted(
      (one, other) => Number(other.Resource === "*") - Number(one.Resource === "*"),
    );
    expect(everywhere).toMatchObject({
      Action: ["cloudwatch:DescribeAlarms", "lambda:GetAccountSettings"],
      Resource: "*",
    });
    for (const { Resource } of restricted)
      for (const resource of [Resource].flat()) expect(resource).toContain(`:${env.account}:`);
  });
});
