import { StartError } from "../host/start-error.ts";
import type { CloudAssembly } from "./cloud-assembly.ts";
import type { Reference } from "./intrinsics.ts";

const ACCOUNT_ID = "000000000000";

/** No region of AWS, so that a call that misses the local endpoint reaches nothing. */
export const REGION = "local";

export const arn = (service: string, resource: string) =>
  `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;

/** Returns the last segment of an ARN or URL, which is the resource's name for all hosted types. */
export const nameFromArn = (text: string) => text.split(/[:/]/).at(-1) ?? text;

/** Addresses that the host has already bound. */
type Addresses = { readonly awsEndpoint: string; readonly baseUrl: string };

type Attributes = Readonly<Record<string, string>>;

/**
 * The hosted types, each with the attributes to which other resources may refer, besides a `Ref` to the name or instead
 * of it. The name is the logical id, which stays the same at each start, so that existing data are found, or the name of
 * an event bus or a restored table in the template.
 */
const HOSTED: Record<string, (id: string, addresses: Addresses, name: string) => Attributes> = {
  "AWS::ApiGatewayV2::Api": (_id, { baseUrl }) => ({ ApiEndpoint: baseUrl }),
  "AWS::ApiGatewayV2::Integration": () => ({}),
  "AWS::ApiGatewayV2::Route": () => ({}),
  "AWS::ApiGatewayV2::Stage": () => ({}),
  "AWS::DynamoDB::Table": (_id, _addresses, name) => ({
    Ref: name,
    Arn: arn("dynamodb", `table/${name}`),
    StreamArn: arn("dynamodb", `table/${name}/stream/*`),
  }),
  "AWS::Events::EventBus": (_id, _addresses, name) => ({
    Ref: name,
    Name: name,
    Arn: arn("events", `event-bus/${name}`),
  }),
  "AWS::Events::Rule": (id) => ({ Arn: arn("events", `rule/${id}`) }),
  "AWS::IAM::Role": (id) => ({ Arn: arn("iam", `role/${id}`) }),
  "AWS::Lambda::EventInvokeConfig": () => ({}),
  "AWS::Lambda::EventSourceMapping": () => ({}),
  "AWS::Lambda::Function": (id) => ({ Arn: arn("lambda", `function:${id}`) }),
  "AWS::Lambda::Permission": () => ({}),
  "AWS::S3::Bucket": (id) => ({ Arn: `arn:aws:s3:::${id}` }),
  "AWS::SQS::Queue": (id, { awsEndpoint }) => ({
    Ref: `${awsEndpoint}/${ACCOUNT_ID}/${id}`,
    QueueName: id,
    Arn: arn("sqs", id),
  }),
};

/** Types without effect on a single machine. A reference to them gets a meaningless text. */
const IGNORED =
  /^AWS::(Backup|Budgets|CDK|CloudWatch|Logs|SNS)::|^AWS::(S3::Bucket|SNS::Topic|SQS::Queue)Policy$/;

const PSEUDO_PARAMETERS: Attributes = {
  "AWS::AccountId": ACCOUNT_ID,
  "AWS::Partition": "aws",
  "AWS::Region": REGION,
  "AWS::URLSuffix": "amazonaws.com",
};

/** @throws StartError if a resource has an unknown type; the message names it */
export const resourceReferences = ({ resources }: CloudAssembly, addresses: Addresses): Reference => {
  const unknown = Object.entries(resources).find(([, { Type }]) => !HOSTED[Type] && !IGNORED.test(Type));
  if (unknown)
    throw new StartError(`The local service cannot host ${unknown[0]}: it does not know ${unknown[1].Type}.`);
  const attributesOf = (id: string): Attributes => {
    const pseudoParameter = PSEUDO_PARAMETERS[id];
    if (pseudoParameter !== undefined) return { Ref: pseudoParameter };
    const { Type = "", Properties: { Name = id, TableName = Name } = {} } = resources[id] ?? {};
    const attributes = HOSTED[Type]?.(id, addresses, String(TableName));
    return attributes ? { Ref: id, ...attributes } : {};
  };
  return (id, attribute) => {
    const isIgnored = IGNORED.test(resources[id]?.Type ?? "");
    const value = isIgnored ? `${id}.${attribute}` : attributesOf(id)[attribute];
    if (value !== undefined) return value;
    throw new StartError(`The template refers to ${id}.${attribute}, which the local service does not know.`);
  };
};

/** Lists the hosted resources with CloudFormation's terms, for the operator's commands. */
export const listHostedResources = ({ resources }: CloudAssembly, reference: Reference) =>
  Object.entries(resources)
    .filter(([, { Type }]) => HOSTED[Type])
    .map(([id, { Type }]) => ({ type: Type, logical_id: id, physical_id: reference(id, "Ref") }));
