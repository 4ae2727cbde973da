import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import type { Stage } from "./stage.ts";
import { EDGE_REGION, stackNameOf } from "./stage-names.ts";

const INDEXES_OF_THE_TABLE = "The indexes are of the one table that the function may query.";
const NAMES_BY_BACKUP = "AWS Backup chooses the names of the backups that get the table's tags.";
const NAMES_OF_FILES =
  "The names of a page's files, and of the asset that holds them, have a hash of the content.";
const NAMES_BY_LAMBDA = "Lambda chooses the names of the objects that it writes to the bucket.";

/** Returns grants with a wildcard on the state stack's resources, as the rules name them: by the output with the ARN. */
const acceptedGrants = (stage: Stage): readonly (readonly [string, string])[] => {
  const Region = stage.env?.region ?? { Ref: "AWS::Region" };
  const arnOf = (OutputName: string) =>
    JSON.stringify({ "Fn::GetStackOutput": { StackName: stackNameOf(stage, "state"), Region, OutputName } });
  const account = stage.env?.account ?? "<AWS::AccountId>";
  const table = stage.restoredTable?.tableArn ?? arnOf("PublishOutputFnGetAttTableCD117FA1Arn27EC6E03");
  return [
    [`${table}/index/*`, INDEXES_OF_THE_TABLE],
    [`${arnOf("PublishOutputFnGetAttDiscardedChanges598D9B7CArnCDB4EE3D")}/*`, NAMES_BY_LAMBDA],
    [`arn:aws:backup:*:${account}:recovery-point:*`, NAMES_BY_BACKUP],
    [`arn:aws:s3:::cdk-hnb659fds-assets-${account}-${EDGE_REGION}/*`, NAMES_OF_FILES],
    ["<PageFilesBucket586192A7.Arn>/*", NAMES_OF_FILES],
  ];
};

const SWEPT_QUEUES =
  "The sweep queues an attempt or a feed again that was not made; the other queue is of dead letters itself.";

/** The rules that the template breaks on purpose, with the reasons. */
const ACCEPTED: Readonly<Record<string, string>> = {
  "AwsSolutions::AwsSolutions-APIG4":
    "Each function checks the API key itself: an authorizer could know its limit and scopes only by reading the table once more.",
  "AwsSolutions::AwsSolutions-CFR1":
    "Firms' clients call from anywhere, and so do the services that deliver leads.",
  "AwsSolutions::AwsSolutions-CFR3":
    "The access log of the API has each request that passes; CloudFront's would hold addresses and queries, with people's names.",
  "AwsSolutions::AwsSolutions-IAM5[Resource::*]":
    "ListStreams and CopyFromBackupVault support no narrower resource; the latter has a condition on the target.",
  "AwsSolutions::AwsSolutions-S1":
    "Nothing reads the bucket of discarded changes but an account's administrators, whom CloudTrail can record; anyone may read the pages' files.",
  "AwsSolutions::AwsSolutions-SQS3": SWEPT_QUEUES,
  "Serverless::Serverless-SNSRedrivePolicy":
    "SNS repeats an alarm's mail for hours. After that nobody needs the mail, and CloudWatch still shows the alarm.",
  "Serverless::Serverless-SQSRedrivePolicy": SWEPT_QUEUES,
  "Serverless::Serverless-LambdaTracing":
    "Each request's line in the log has its time and whether it started an instance, as a trace would. Lambda's sampling cannot be changed.",
  "Serverless::Serverless-LambdaDLQ":
    "Endpoints are invoked synchronously; other functions have destinations or dead letters at their event sources.",
  "Serverless::Serverless-LambdaStarPermissions": "ListStreams supports no narrower resource.",
  "Serverless::Serverless-LambdaEventSourceMappingDestination": SWEPT_QUEUES,
  "Serverless::Serverless-LambdaAsyncFailureDestination":
    "The next run of the sweep, a minute later, finds what a failed one left; the next call of the probe tells as much as the last.",
  "Serverless::Serverless-EventBusDLQ":
    "The next run of the sweep, a minute later, finds what a missed one left; the next call of the probe tells as much as the last.",
};

/** Makes the synthesis fail if the template breaks another rule of AWS Solutions or for serverless applications. */
export const checkTemplateRules = (app: App, stages: readonly Stage[]) => {
  const validations = Validations.of(app);
  validations.addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  for (const [id, reason] of Object.entries(ACCEPTED)) validations.acknowledge({ id, reason });
  for (const [resource, reason] of stages.flatMap(acceptedGrants))
    validations.acknowledge({ id: `AwsSolutions::AwsSolutions-IAM5[Resource::${resource}]`, reason });
};
