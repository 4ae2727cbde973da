import { StartError } from "../host/start-error.ts";
import type { CloudAssembly } from "./cloud-assembly.ts";
import type { References } from "./intrinsics.ts";
import type { Resource } from "./linked-templates.ts";

export const ACCOUNT_ID = "000000000000";

/** Not a region of AWS, so that a call that misses the local endpoint reaches nothing. */
export const REGION = "local";

export const arn = (service: string, resource: string) =>
  `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;

/** The last segment of an ARN: the resource's name, for all hosted types. */
export const nameFromArn = (text: string) => text.split(/[:/]/).at(-1) ?? text;

/** Addresses that the host has already bound. */
type Addresses = { readonly awsEndpoint: string; readonly baseUrl: string };

type Attributes = Record<string, string>;
type AttributesOf = (id: string, resource: Resource, addresses: Addresses) => Attributes;

/** The declared name, or else the logical id, which is the same at each start so that existing data are found. */
const physicalName = (id: string, { Properties }: Resource, property: string) => {
  const declared = Properties[property];
  return typeof declared === "string" ? declared : id;
};

/** Attributes that other resources may reference, by type; these types are hosted. */
const HOSTED: Record<string, AttributesOf> = {
  "AWS::DynamoDB::Table": (id, resource) => {
    const name = physicalName(id, resource, "TableName");
    return {
      Ref: name,
      Arn: arn("dynamodb", `table/${name}`),
      StreamArn: arn("dynamodb", `table/${name}/stream/*`),
    };
  },
  "AWS::Lambda::Function": (id) => ({ Ref: id, Arn: arn("lambda", `function:${id}`) }),
  "AWS::Lambda::EventSourceMapping": (id) => ({ Ref: id }),
  "AWS::Lambda::EventInvokeConfig": (id) => ({ Ref: id }),
  "AWS::Lambda::Permission": (id) => ({ Ref: id }),
  "AWS::IAM::Role": (id) => ({ Ref: id, Arn: arn("iam", `role/${id}`) }),
  "AWS::ApiGatewayV2::Api": (id, _resource, { baseUrl }) => ({ Ref: id, ApiEndpoint: baseUrl }),
  "AWS::ApiGatewayV2::Integration": (id) => ({ Ref: id }),
  "AWS::ApiGatewayV2::Route": (id) => ({ Ref: id }),
  "AWS::ApiGatewayV2::Stage": (id) => ({ Ref: id }),
  "AWS::Events::EventBus": (id, resource) => {
    const name = physicalName(id, resource, "Name");
    return { Ref: name, Name: name, Arn: arn("events", `event-bus/${name}`) };
  },
  "AWS::Events::Rule": (id) => ({ Ref: id, Arn: arn("events", `rule/${id}`) }),
  "AWS::S3::Bucket": (id, resource) => {
    const name = physicalName(id, resource, "BucketName");
    return { Ref: name, Arn: `arn:aws:s3:::${name}` };
  },
  "AWS::SQS::Queue": (id, resource, { awsEndpoint }) => {
    const name = physicalName(id, resource, "QueueName");
    return { Ref: `${awsEndpoint}/${ACCOUNT_ID}/${name}`, QueueName: name, Arn: arn("sqs", name) };
  },
};

/** Types without effect on a single machine. */
const IGNORED: Record<string, AttributesOf> = {
  "AWS::Backup::BackupPlan": (id) => ({ Ref: id, BackupPlanId: id }),
  "AWS::Backup::BackupSelection": (id) => ({ Ref: id }),
  "AWS::Backup::BackupVault": (id) => ({ Ref: id, BackupVaultName: id, BackupVaultArn: arn("backup", id) }),
  "AWS::Budgets::Budget": (id) => ({ Ref: id }),
  "AWS::CloudWatch::Alarm": (id) => ({ Ref: id, Arn: arn("cloudwatch", `alarm:${id}`) }),
  "AWS::CloudWatch::CompositeAlarm": (id) => ({ Ref: id, Arn: arn("cloudwatch", `alarm:${id}`) }),
  "AWS::CloudWatch::Dashboard": (id) => ({ Ref: id }),
  "AWS::CDK::Metadata": (id) => ({ Ref: id }),
  "AWS::Logs::LogGroup": (id) => ({ Ref: id, Arn: arn("logs", `log-group:${id}:*`) }),
  "AWS::S3::BucketPolicy": (id) => ({ Ref: id }),
  "AWS::SNS::Subscription": (id) => ({ Ref: id }),
  "AWS::SNS::Topic": (id) => ({ Ref: arn("sns", id), TopicName: id }),
  "AWS::SNS::TopicPolicy": (id) => ({ Ref: id }),
  "AWS::SQS::QueuePolicy": (id) => ({ Ref: id }),
};

/** @throws StartError if a resource has an unknown type; the message names it */
export const resourceReferences = (assembly: CloudAssembly, addresses: Addresses): References => ({
  "AWS::AccountId": { Ref: ACCOUNT_ID },
  "AWS::Partition": { Ref: "aws" },
  "AWS::Region": { Ref: REGION },
  "AWS::URLSuffix": { Ref: "amazonaws.com" },
  ...Object.fromEntries(
    Object.entries(assembly.resources).map(([id, resource]) => {
      const attributesOf = HOSTED[resource.Type] ?? IGNORED[resource.Type];
      if (attributesOf) return [id, attributesOf(id, resource, addresses)];
      throw new StartError(`The local service cannot host ${id}: it does not know ${resource.Type}.`);
    }),
  ),
});

/** The hosted resources in the words of CloudFormation, for the operator's commands. */
export const listHostedResources = ({ resources }: CloudAssembly, references: References) =>
  Object.entries(resources)
    .filter(([, { Type }]) => Object.hasOwn(HOSTED, Type))
    .map(([id, { Type }]) => ({ type: Type, logical_id: id, physical_id: references[id]?.Ref ?? id }));
