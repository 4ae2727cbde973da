import { StartError } from "../host/start-error.ts";
import type { CloudAssembly, Resource } from "./cloud-assembly.ts";
import type { References } from "./intrinsics.ts";

export const ACCOUNT_ID = "000000000000";

/** No region of AWS has this name: a call that misses the local endpoint reaches nobody. */
export const REGION = "local";

export const arn = (service: string, resource: string) =>
  `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;

/** Addresses that the host has already opened. */
type Addresses = { readonly awsEndpoint: string; readonly baseUrl: string };

type Attributes = Record<string, string>;
type Naming = (id: string, resource: Resource, addresses: Addresses) => Attributes;

/** What CloudFormation would take, else the logical id: the same at each start, so that the data are found again. */
const physicalName = (id: string, { Properties }: Resource, property: string) => {
  const given = Properties[property];
  return typeof given === "string" ? given : id;
};

/** Attributes by which other resources may refer to one of a type that the local service plays. */
const HOSTED: Record<string, Naming> = {
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
  "AWS::IAM::Role": (id) => ({ Ref: id, Arn: arn("iam", `role/${id}`) }),
  "AWS::IAM::Policy": (id) => ({ Ref: id }),
  "AWS::ApiGatewayV2::Api": (id, _resource, { baseUrl }) => ({ Ref: id, ApiEndpoint: baseUrl }),
  "AWS::ApiGatewayV2::Integration": (id) => ({ Ref: id }),
  "AWS::ApiGatewayV2::Route": (id) => ({ Ref: id }),
  "AWS::ApiGatewayV2::Stage": (id) => ({ Ref: id }),
  "AWS::Events::EventBus": (id, resource) => {
    const name = physicalName(id, resource, "Name");
    return { Ref: name, Name: name, Arn: arn("events", `event-bus/${name}`) };
  },
  "AWS::Events::Rule": (id) => ({ Ref: id, Arn: arn("events", `rule/${id}`) }),
  "AWS::SQS::Queue": (id, resource, { awsEndpoint }) => {
    const name = physicalName(id, resource, "QueueName");
    return { Ref: `${awsEndpoint}/${ACCOUNT_ID}/${name}`, QueueName: name, Arn: arn("sqs", name) };
  },
};

/** Types that have no part in what the service does on one machine. */
const NOTHING_TO_HOST: Record<string, Naming> = {
  "AWS::CloudWatch::Alarm": (id) => ({ Ref: id, Arn: arn("cloudwatch", `alarm:${id}`) }),
  "AWS::CDK::Metadata": (id) => ({ Ref: id }),
  "AWS::Lambda::Permission": (id) => ({ Ref: id }),
  "AWS::Logs::LogGroup": (id) => ({ Ref: id, Arn: arn("logs", `log-group:${id}:*`) }),
  "AWS::SQS::QueuePolicy": (id) => ({ Ref: id }),
};

/** @throws StartError naming a resource of a type that is neither hosted nor known to need no hosting */
export const referencesTo = (assembly: CloudAssembly, addresses: Addresses): References => ({
  "AWS::AccountId": { Ref: ACCOUNT_ID },
  "AWS::Partition": { Ref: "aws" },
  "AWS::Region": { Ref: REGION },
  "AWS::StackName": { Ref: assembly.stackName },
  "AWS::URLSuffix": { Ref: "amazonaws.com" },
  ...Object.fromEntries(
    Object.entries(assembly.resources).map(([id, resource]) => {
      const naming = HOSTED[resource.Type] ?? NOTHING_TO_HOST[resource.Type];
      if (naming) return [id, naming(id, resource, addresses)];
      throw new StartError(`The local service cannot host ${id}: it does not know ${resource.Type}.`);
    }),
  ),
});
