import { join } from "node:path";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import type { PolicyStatement } from "../iam/iam-policy.ts";
import type { InvokePermission } from "../lambda/invoke-permissions.ts";
import type { QueueRules } from "../sqs/queue.ts";
import type { CloudAssembly } from "./cloud-assembly.ts";
import { type DeclaredRoute, readPermission, readRoutes } from "./declared-routes.ts";
import { createIntrinsicResolver, type References } from "./intrinsics.ts";
import { nameFromArn } from "./resource-names.ts";
import * as schemas from "./resource-schemas.ts";

export type DeclaredFunction = {
  readonly name: string;
  readonly arn: string;
  /** A short name for the log: the logical id without its hash. */
  readonly label: string;
  /** The bundle's path without its extension. */
  readonly module: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly reservedConcurrency?: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** The policy statements of its role. */
  readonly statements: readonly PolicyStatement[];
};

export type DeclaredRule = z.output<typeof schemas.rule> & { readonly id: string };
export type DeclaredScheduledRule = z.output<typeof schemas.scheduledRule> & {
  readonly id: string;
  readonly arn: string;
};
export type DeclaredStreamMapping = z.output<typeof schemas.streamMapping> & { readonly id: string };
export type DeclaredQueueMapping = z.output<typeof schemas.queueMapping> & { readonly id: string };
export type DeclaredAsyncInvocation = z.output<typeof schemas.asyncInvocation> & { readonly id: string };

export type DeclaredQueue = {
  readonly name: string;
  readonly rules: QueueRules;
  /** The dead-letter queue, which takes messages that were received too often. */
  readonly deadLetterArn?: string | undefined;
};

export type DeclaredTable = {
  readonly name: string;
  readonly partitionKey: string;
  /** The resource's properties in the template, for `createTable`. */
  readonly properties: unknown;
};

/** The resources that the local service hosts, with every name and address resolved. */
export type DeclaredStack = {
  readonly table: DeclaredTable;
  readonly functions: readonly DeclaredFunction[];
  readonly routes: readonly DeclaredRoute[];
  readonly busNames: readonly string[];
  readonly rules: readonly DeclaredRule[];
  readonly scheduledRules: readonly DeclaredScheduledRule[];
  readonly queues: readonly DeclaredQueue[];
  readonly bucketNames: readonly string[];
  readonly streamMappings: readonly DeclaredStreamMapping[];
  readonly queueMappings: readonly DeclaredQueueMapping[];
  readonly asyncInvocations: readonly DeclaredAsyncInvocation[];
  readonly permissions: readonly InvokePermission[];
};

/** CDK appends it to a construct's path to form the logical id. */
const HASH = /[0-9A-F]{8}$/;

/** @throws StartError if the local service cannot host a resource, property or intrinsic; the message names it */
export const readStack = (assembly: CloudAssembly, references: References): DeclaredStack => {
  const declared = resourceReader(assembly, references);
  declared("AWS::ApiGatewayV2::Api", schemas.api);
  declared("AWS::ApiGatewayV2::Stage", schemas.apiStage);
  return {
    table: readTable(declared),
    functions: readFunctions(declared, assembly),
    routes: readRoutes(declared),
    busNames: declared("AWS::Events::EventBus", schemas.eventBus).map(({ name }) => name),
    rules: declared("AWS::Events::Rule", schemas.rule, (properties) => !isScheduled(properties)),
    scheduledRules: declared("AWS::Events::Rule", schemas.scheduledRule, isScheduled),
    queues: declared("AWS::SQS::Queue", schemas.queue).map(readQueue),
    bucketNames: declared("AWS::S3::Bucket", schemas.bucket).map(({ name }) => name),
    streamMappings: declared("AWS::Lambda::EventSourceMapping", schemas.streamMapping, isStreamSource),
    queueMappings: declared("AWS::Lambda::EventSourceMapping", schemas.queueMapping, isQueueSource),
    asyncInvocations: declared("AWS::Lambda::EventInvokeConfig", schemas.asyncInvocation),
    permissions: declared("AWS::Lambda::Permission", schemas.permission).map(readPermission),
  };
};

const isScheduled = (properties: object) => "ScheduleExpression" in properties;

type EventSource = { readonly EventSourceArn?: unknown };

const isQueueSource = (properties: object) =>
  String((properties as EventSource).EventSourceArn).startsWith("arn:aws:sqs:");

const isStreamSource = (properties: object) => !isQueueSource(properties);

const readQueue = ({
  arn,
  ...declared
}: z.output<typeof schemas.queue> & { arn: string }): DeclaredQueue => ({
  name: nameFromArn(arn),
  rules: {
    visibilitySeconds: declared.VisibilityTimeout,
    delaySeconds: declared.DelaySeconds,
    retentionSeconds: declared.MessageRetentionPeriod,
    receivesMaximum: declared.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY,
  },
  deadLetterArn: declared.RedrivePolicy?.deadLetterTargetArn,
});

export type ResourceReader = ReturnType<typeof resourceReader>;

/** Returns a function that reads every resource of a type: validated properties, id, name and ARN. */
const resourceReader = (assembly: CloudAssembly, references: References) => {
  const resolve = createIntrinsicResolver(references);
  return <Schema extends z.ZodType<object>>(
    type: string,
    schema: Schema,
    isSelected: (properties: object) => boolean = () => true,
  ) =>
    Object.entries(assembly.resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => ({ id, properties: resolve(Properties) }))
      .filter(({ properties }) => isSelected(Object(properties)))
      .map(({ id, properties }) => {
        const parsed = schema.safeParse(properties);
        if (!parsed.success) {
          throw new StartError(
            `The local service cannot host ${id} (${type}) as declared:\n${z.prettifyError(parsed.error)}`,
          );
        }
        const { Ref: name = id, Arn: arn = id } = references[id] ?? {};
        return { ...parsed.data, id, name, arn };
      });
};

const readTable = (declared: ResourceReader): DeclaredTable => {
  const tables = declared("AWS::DynamoDB::Table", schemas.table.loose());
  const [table] = tables;
  if (!table || tables.length > 1) {
    throw new StartError(`The local service hosts one table; the stack declares ${tables.length}.`);
  }
  const { name, id: _id, arn: _arn, ...properties } = table;
  const hash = properties.KeySchema.find(({ KeyType }) => KeyType === "HASH");
  return { name, partitionKey: hash?.AttributeName ?? "", properties };
};

const readFunctions = (declared: ResourceReader, assembly: CloudAssembly): DeclaredFunction[] => {
  const roles = declared("AWS::IAM::Role", schemas.role, isFunctionRole);
  const statementsOf = (roleArn: string) =>
    roles
      .filter(({ arn }) => arn === roleArn)
      .flatMap(({ Policies }) => Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return declared("AWS::Lambda::Function", schemas.lambdaFunction).map(({ name, arn, ...properties }) => {
    const [module = "", handler = ""] = properties.Handler.split(".");
    return {
      name,
      arn,
      label: name.replace(HASH, ""),
      module: join(assembly.assetDirectory(properties.Code.S3Key), module),
      handler,
      timeoutSeconds: properties.Timeout,
      memoryMegabytes: properties.MemorySize,
      reservedConcurrency: properties.ReservedConcurrentExecutions,
      environment: properties.Environment.Variables,
      statements: statementsOf(properties.Role),
    };
  });
};

/** Roles of services that are not hosted are ignored with them. */
const isFunctionRole = (properties: { readonly AssumeRolePolicyDocument?: unknown }) =>
  JSON.stringify(properties.AssumeRolePolicyDocument).includes("lambda.amazonaws.com");
