import { join } from "node:path";
import type * as z from "zod";
import { StartError } from "../host/start-error.ts";
import type { PolicyStatement } from "../iam/iam-policy.ts";
import type { CloudAssembly } from "./cloud-assembly.ts";
import type { Reference } from "./intrinsics.ts";
import { arn, nameFromArn } from "./resource-names.ts";
import { type ResourceReader, resourceReader } from "./resource-reader.ts";
import * as schemas from "./resource-schemas.ts";

export type DeclaredFunction = {
  readonly name: string;
  /** A short name for the log: the logical id without its hash. */
  readonly label: string;
  /** The bundle's path without its extension. */
  readonly module: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  /** Messages of a queue that the function handles at the same time, if one invokes it. */
  readonly messagesAtOnce?: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** The policy statements of its role. */
  readonly statements: readonly PolicyStatement[];
};

export type DeclaredRoute = {
  readonly routeKey: string;
  readonly functionName: string;
  /** Identifies the invoking route to Lambda: with the path's parameters as declared. */
  readonly arn: string;
};

export type DeclaredQueue = {
  readonly name: string;
  readonly visibilitySeconds: number;
};

type DeclaredTable = {
  readonly name: string;
  readonly partitionKey: string;
  /** The resource's properties in the template, for `createTable`. */
  readonly properties: unknown;
};

type Declared<Schema extends z.ZodType> = z.output<Schema> & { readonly id: string };

export type DeclaredRule = Declared<typeof schemas.rule>;
export type DeclaredScheduledRule = Declared<typeof schemas.scheduledRule>;
export type DeclaredStreamMapping = Declared<typeof schemas.streamMapping>;
export type DeclaredQueueMapping = Declared<typeof schemas.queueMapping>;
export type DeclaredAsyncInvocation = Declared<typeof schemas.asyncInvocation>;

/** The resources that the local service hosts, with every name and address resolved. */
export type DeclaredStack = ReturnType<typeof readStack>;

/** @throws StartError if the local service cannot host a resource, property or intrinsic; the message names it */
export const readStack = (assembly: CloudAssembly, reference: Reference) => {
  const declared = resourceReader(assembly, reference);
  const [api] = declared("AWS::ApiGatewayV2::Api", schemas.api);
  declared("AWS::ApiGatewayV2::Stage", schemas.apiStage);
  declared("AWS::Events::EventBus", schemas.eventBus);
  const streamMappings = declared("AWS::Lambda::EventSourceMapping", schemas.streamMapping, isOfStream);
  const queueMappings = declared(
    "AWS::Lambda::EventSourceMapping",
    schemas.queueMapping,
    (properties) => !isOfStream(properties),
  );
  return {
    table: readTable(declared, streamMappings),
    /** The API's address answers nobody. */
    isClosed: api?.DisableExecuteApiEndpoint ?? false,
    functions: readFunctions(declared, assembly, queueMappings),
    routes: readRoutes(declared),
    rules: declared("AWS::Events::Rule", schemas.rule, (properties) => !isScheduled(properties)),
    scheduledRules: declared("AWS::Events::Rule", schemas.scheduledRule, isScheduled),
    queues: declared("AWS::SQS::Queue", schemas.queue).map(readQueue),
    bucketNames: declared("AWS::S3::Bucket", schemas.bucket).map(({ id }) => id),
    streamMappings,
    queueMappings,
    asyncInvocations: declared("AWS::Lambda::EventInvokeConfig", schemas.asyncInvocation),
    permissions: declared("AWS::Lambda::Permission", schemas.permission),
  };
};

/**
 * Finds the function that a resource invokes.
 * @throws Error if there is no such function
 */
export const findTarget = (
  { functions }: { readonly functions: readonly DeclaredFunction[] },
  { id, FunctionName }: { readonly id: string; readonly FunctionName: string },
) => {
  const target = functions.find(({ name }) => name === FunctionName);
  if (target) return target;
  throw new Error(`${id} invokes ${FunctionName}, which does not exist.`);
};

const isScheduled = (properties: object) => "ScheduleExpression" in properties;

const isOfStream = (properties: object) => "StartingPosition" in properties;

/** Reads the table whose stream the stack reads. It may have one more: the former one after a restore, which nobody uses. */
const readTable = (
  declared: ResourceReader,
  streamMappings: readonly DeclaredStreamMapping[],
): DeclaredTable => {
  const tables = declared("AWS::DynamoDB::Table", schemas.table);
  const restored = tables.filter(({ TableName }) => TableName !== undefined);
  const [table, ...others] = restored.length > 0 ? restored : tables;
  if (!table || others.length > 0)
    throw new StartError(`The local service hosts one table; the stack declares ${tables.length}.`);
  const { id, TableName: name = id, ...properties } = table;
  if (!streamMappings.every(({ EventSourceArn }) => EventSourceArn.includes(`:table/${name}/`)))
    throw new StartError(
      `The local service hosts one table, ${name}; the stack reads the stream of another.`,
    );
  const hash = properties.KeySchema.find(({ KeyType }) => KeyType === "HASH");
  return { name, partitionKey: hash?.AttributeName ?? "", properties };
};

/** CDK appends this hash to a construct's path to form the logical id. */
const HASH = /[0-9A-F]{8}$/;

const readFunctions = (
  declared: ResourceReader,
  assembly: CloudAssembly,
  queueMappings: readonly DeclaredQueueMapping[],
): DeclaredFunction[] => {
  const statements = new Map(
    declared("AWS::IAM::Role", schemas.role, isFunctionRole).map(({ id, Policies }) => [
      id,
      Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    ]),
  );
  return declared("AWS::Lambda::Function", schemas.lambdaFunction).map(({ id, ...properties }) => {
    const [module = "", handler = ""] = properties.Handler.split(".");
    return {
      name: id,
      label: id.replace(HASH, ""),
      module: join(assembly.assetDirectory(properties.Code.S3Key), module),
      handler,
      timeoutSeconds: properties.Timeout,
      messagesAtOnce: queueMappings.find(({ FunctionName }) => FunctionName === id)?.ScalingConfig
        ?.MaximumConcurrency,
      environment: properties.Environment.Variables,
      statements: statements.get(nameFromArn(properties.Role)) ?? [],
    };
  });
};

/** Ignores the roles of services that are not hosted. */
const isFunctionRole = ({ AssumeRolePolicyDocument }: { readonly AssumeRolePolicyDocument?: unknown }) =>
  JSON.stringify(AssumeRolePolicyDocument).includes("lambda.amazonaws.com");

const readRoutes = (declared: ResourceReader): DeclaredRoute[] => {
  const integrations = new Map(
    declared("AWS::ApiGatewayV2::Integration", schemas.integration).map(({ id, IntegrationUri }) => [
      `integrations/${id}`,
      nameFromArn(IntegrationUri),
    ]),
  );
  return declared("AWS::ApiGatewayV2::Route", schemas.route).map(({ ApiId, RouteKey, Target }) => ({
    routeKey: RouteKey,
    functionName: integrations.get(Target) ?? "",
    // `GET /api/leads` becomes `GET/api/leads`. The route for all else is `$default`, like the stage.
    arn: arn("execute-api", `${ApiId}/$default/${RouteKey.replace(" ", "")}`),
  }));
};

const readQueue = ({
  id,
  VisibilityTimeout: visibilitySeconds,
}: Declared<typeof schemas.queue>): DeclaredQueue => ({
  name: id,
  visibilitySeconds,
});
