import { AccountRootPrincipal, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { PinnedStage } from "../stage.ts";
import { stackNameOf, stacksOf } from "../stage-names.ts";
import { operatorRoleName, stageArn } from "./role-arns.ts";

/**
 * The role of people who run the operator's commands, each under a name of their own in CloudTrail. Whoever may assume
 * roles in the account may assume it. It restores, deploys and removes nothing.
 */
export class OperatorRole extends Role {
  constructor(scope: Construct, stage: PinnedStage) {
    const name = operatorRoleName(stage);
    super(scope, name, { roleName: name, assumedBy: new AccountRootPrincipal() });
    for (const [actions, resources] of grantsOf(stage))
      this.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }
}

type Grant = readonly [actions: readonly string[], resources: readonly string[]];

const RECORDS = ["BatchGetItem", "BatchWriteItem", "ConditionCheckItem", "DeleteItem", "DescribeTable"]
  .concat("GetItem", "PutItem", "Query", "Scan", "UpdateItem")
  .map((name) => `dynamodb:${name}`);

const MESSAGES = ["ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "ReceiveMessage"].map(
  (name) => `sqs:${name}`,
);

/** Returns what the commands in docs/aws-calls.md call. Names of resources begin with those of their stacks. */
const grantsOf = (stage: PinnedStage): readonly Grant[] => {
  const stacks = stacksOf(stage);
  const [state, service] = (["state", "service"] as const).map((part) => stackNameOf(stage, part));
  return [
    [
      ["cloudformation:DescribeStacks", "cloudformation:ListStackResources"],
      stacks.map(({ stackName, region }) =>
        stageArn(stage, "cloudformation", `stack/${stackName}/*`, region),
      ),
    ],
    [RECORDS, [stageArn(stage, "dynamodb", `table/${service}-*`)]],
    [MESSAGES, [stageArn(stage, "sqs", `${state}-*`)]],
    [["lambda:InvokeFunction"], [stageArn(stage, "lambda", `function:${service}-*`)]],
    [["logs:StartQuery"], [stageArn(stage, "logs", `log-group:${state}-*`)]],
    [["s3:DeleteObject", "s3:GetObject", "s3:ListBucket"], [`arn:aws:s3:::${state}-discardedchanges*`]],
    [
      ["sns:ListSubscriptionsByTopic", "sns:Publish"],
      stacks.map(({ stackName, region }) => stageArn(stage, "sns", `${stackName}-Alarms*`, region)),
    ],
    // Settings and the results of queries, which AWS authorises without a name or by ids that it chooses.
    [["apigateway:GET"], [`arn:aws:apigateway:${stage.env.region}::/apis/*`]],
    [["cloudwatch:DescribeAlarms", "lambda:GetEventSourceMapping", "logs:GetQueryResults"], ["*"]],
  ];
};
