import { Duration, type Environment, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  Effect,
  ManagedPolicy,
  OidcProviderNative,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import { apiKeyRecordKey, settingsPartition } from "../../../shared/table/record-keys.ts";
import { SMOKE_FIRM_PREFIX } from "../../operator/smoke-test/smoke-firm.ts";
import type { PinnedStage } from "../stage.ts";
import { stackNameOf, stacksOf } from "../stage-names.ts";
import { REPOSITORY, REPOSITORY_IDS } from "../stages.ts";
import { OperatorRole } from "./operator-role.ts";
import { bootstrapRoleArns, DEPLOY_SESSION_SECONDS, type Purpose, roleName, stageArn } from "./role-arns.ts";
import { WriteTrail } from "./write-trail.ts";

const ISSUER = "token.actions.githubusercontent.com";

type GithubAccessProps = { readonly env: Required<Environment>; readonly stages: readonly PinnedStage[] };

/**
 * The permissions of GitHub's workflows and of operators in one account, and the record of who writes there beside the
 * service.
 */
export class GithubAccessStack extends Stack {
  readonly #provider: OidcProviderNative;

  constructor(scope: Construct, id: string, { env, stages }: GithubAccessProps) {
    super(scope, id, {
      env,
      description: "Access of people and GitHub's workflows to Intake",
      terminationProtection: true,
    });
    this.#provider = new OidcProviderNative(this, "GitHub", {
      url: `https://${ISSUER}`,
      clientIds: ["sts.amazonaws.com"],
      // Kept for other repositories. After a failed creation, the next attempt makes it anew: an account has one.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const stage of stages) {
      this.#addRole(stage, "deploy", deployStatements(stage));
      this.#addRole(stage, "diff", diffStatements(stage));
      const check = this.#addRole(stage, "check", checkStatements(stage));
      check.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName("ReadOnlyAccess"));
      new OperatorRole(this, stage);
    }
    new WriteTrail(this, "Writes", stages);
  }

  #addRole(stage: PinnedStage, purpose: Purpose, statements: readonly PolicyStatement[]) {
    const name = roleName(stage, purpose);
    const role = new Role(this, name, {
      roleName: name,
      ...(purpose === "deploy" && { maxSessionDuration: Duration.seconds(DEPLOY_SESSION_SECONDS) }),
      assumedBy: new WebIdentityPrincipal(this.#provider.oidcProviderArn, {
        StringEquals: {
          [`${ISSUER}:aud`]: "sts.amazonaws.com",
          [`${ISSUER}:sub`]: `repo:${repositoryWithIds()}:${subjectOf(stage, purpose)}`,
        },
      }),
    });
    for (const statement of statements) role.addToPolicy(statement);
    return role;
  }
}

/** Returns the part of GitHub's subject that says which jobs have the role. */
const subjectOf = ({ name }: PinnedStage, purpose: Purpose) =>
  ({
    // only a job of the environment, which only the branch main may use
    deploy: `environment:${name}`,
    diff: "pull_request",
    // a job without an environment, which no approver has to start
    check: "ref:refs/heads/main",
  })[purpose];

/** Returns the repository as in GitHub's subjects. The ids exclude others who take a free name. */
const repositoryWithIds = () => {
  const [owner, name] = REPOSITORY.split("/");
  return `${owner}@${REPOSITORY_IDS.owner}/${name}@${REPOSITORY_IDS.repository}`;
};

/**
 * Allows reading the deployed template only. CDK's lookup role would read everything in the account, including the
 * table's items, and anyone who may push a branch writes what a pull request's workflow runs.
 */
const diffStatements = (stage: PinnedStage) => [
  new PolicyStatement({
    actions: [
      "cloudformation:DescribeStacks",
      "cloudformation:GetTemplate",
      "cloudformation:ListStackResources",
    ],
    // Includes nested stacks.
    resources: regionsOf(stage).flatMap((region) =>
      ["", "-*"].map((end) => stackArn(stage, region, `${stackNameOf(stage, "service")}${end}`)),
    ),
  }),
];

/**
 * Allows the weekly check to test the alarms, and to detect drift, for which CloudFormation reads every kind of resource
 * as the caller, but to read nothing that people have sent:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-drift.html
 */
const checkStatements = (stage: PinnedStage) => [
  new PolicyStatement({ actions: ["sns:Publish"], resources: alarmTopicArns(stage) }),
  new PolicyStatement({
    actions: ["cloudformation:DetectStackDrift", "cloudformation:DetectStackResourceDrift"],
    resources: ["*"],
  }),
  new PolicyStatement({
    effect: Effect.DENY,
    actions: [
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:GetRecords",
      "dynamodb:PartiQL*",
      "dynamodb:Query",
      "dynamodb:Scan",
      "logs:FilterLogEvents",
      "logs:GetLog*",
      "logs:GetQueryResults",
      "logs:StartLiveTail",
      "logs:StartQuery",
      "s3:GetObject*",
      "secretsmanager:GetSecretValue",
      "sqs:ReceiveMessage",
    ],
    resources: ["*"],
  }),
];

const regionsOf = (stage: PinnedStage) => [...new Set(stacksOf(stage).map(({ region }) => region))];

/** Returns ARNs of the topics of alarms: each region has its own. */
const alarmTopicArns = (stage: PinnedStage) =>
  stacksOf(stage)
    .filter(({ part }) => ["state", "edge", "probe"].includes(part))
    .map(({ stackName, region }) => stageArn(stage, "sns", `${stackName}-Alarms*`, region));

const deployStatements = (stage: PinnedStage) => [
  new PolicyStatement({
    actions: ["sts:AssumeRole"],
    resources: regionsOf(stage).flatMap((region) => bootstrapRoleArns(stage, region)),
  }),
  new PolicyStatement({
    actions: [
      "cloudformation:CancelUpdateStack",
      "cloudformation:DescribeStacks",
      "cloudformation:GetTemplate",
      "cloudformation:ListStackResources",
      "cloudformation:UpdateTerminationProtection",
    ],
    resources: stacksOf(stage).map(({ stackName, region }) => stackArn(stage, region, stackName)),
  }),
  new PolicyStatement({
    actions: ["cloudwatch:DescribeAlarms", "lambda:GetAccountSettings"],
    // AWS authorises them only so:
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html
    // https://docs.aws.amazon.com/service-authorization/latest/reference/list_awslambda.html
    resources: ["*"],
  }),
  new PolicyStatement({
    actions: ["sns:ListSubscriptionsByTopic"],
    resources: alarmTopicArns(stage),
  }),
  // waits until a new index is complete
  new PolicyStatement({ actions: ["dynamodb:DescribeTable"], resources: tableArns(stage) }),
  ...smokeTestStatements(stage),
];

const tableArns = (stage: PinnedStage) => [
  stageArn(stage, "dynamodb", `table/${stackNameOf(stage, "state")}-Table*`),
  ...(stage.restoredTable ? [stage.restoredTable.tableArn] : []),
];

/** Grants the smoke test its own firms and all keys, whose items do not name their firm. */
const smokeTestStatements = (stage: PinnedStage) => {
  const resources = tableArns(stage);
  const grant = (operations: readonly string[], keys: readonly string[]) =>
    new PolicyStatement({
      actions: operations.map((name) => `dynamodb:${name}`),
      resources,
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys } },
    });
  const ownFirms = settingsPartition(firmIdFromVerifiedSource(`${SMOKE_FIRM_PREFIX}*`));
  return [
    grant(["BatchGetItem", "DeleteItem", "GetItem", "Query"], [ownFirms]),
    // Both in one grant: transactions that create and disable a firm also write its keys, and AWS may check all keys at
    // once.
    grant(
      ["BatchWriteItem", "ConditionCheckItem", "PutItem", "UpdateItem"],
      [ownFirms, apiKeyRecordKey("*").pk],
    ),
  ];
};

const stackArn = (stage: PinnedStage, region: string, name: string) =>
  stageArn(stage, "cloudformation", `stack/${name}/*`, region);
