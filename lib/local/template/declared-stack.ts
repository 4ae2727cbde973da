import { join } from "node:path";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import type { PolicyStatement } from "../iam/iam-policy.ts";
import type { QueueRules } from "../sqs/queue.ts";
import type { CloudAssembly } from "./cloud-assembly.ts";
import { intrinsicResolver, type References } from "./intrinsics.ts";
import * as schemas from "./resource-schemas.ts";

export type DeclaredFunction = {
  readonly name: string;
  readonly arn: string;
  /** The name as a reader of the log wants it. */
  readonly label: string;
  /** The bundle's path without its ending. */
  readonly module: string;
  readonly handler: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: Readonly<Record<string, string>>;
  /** What its role may do. */
  readonly statements: readonly PolicyStatement[];
};

export type DeclaredRoute = { readonly routeKey: string; readonly functionName: string };
export type DeclaredRule = z.output<typeof schemas.rule> & { readonly id: string };
export type DeclaredStreamMapping = z.output<typeof schemas.streamMapping> & { readonly id: string };
export type DeclaredQueueMapping = z.output<typeof schemas.queueMapping> & { readonly id: string };
export type DeclaredAsyncInvocation = z.output<typeof schemas.asyncInvocation> & { readonly id: string };

export type DeclaredQueue = {
  readonly name: string;
  readonly rules: QueueRules;
  /** Where messages go that were received too often. */
  readonly deadLetterArn?: string | undefined;
};

export type DeclaredTable = {
  readonly name: string;
  readonly partitionKey: string;
  /** As the template has them, for `createTable`. */
  readonly properties: unknown;
};

/** The part of the stack that the local service plays, with every name and address resolved. */
export type DeclaredStack = {
  readonly table: DeclaredTable;
  readonly functions: readonly DeclaredFunction[];
  readonly routes: readonly DeclaredRoute[];
  readonly busNames: readonly string[];
  readonly rules: readonly DeclaredRule[];
  readonly queues: readonly DeclaredQueue[];
  readonly streamMappings: readonly DeclaredStreamMapping[];
  readonly queueMappings: readonly DeclaredQueueMapping[];
  readonly asyncInvocations: readonly DeclaredAsyncInvocation[];
};

/** What CDK appends to the construct's path to make a logical id. */
const HASH = /[0-9A-F]{8}$/;

/** The name that ends one of our ARNs. */
export const nameInArn = (arn: string) => arn.split(/[:/]/).at(-1) ?? arn;

/** @throws StartError naming a resource, property or intrinsic that the local service cannot host */
export const readStack = (assembly: CloudAssembly, references: References): DeclaredStack => {
  const declared = resourceReader(assembly, references);
  declared("AWS::ApiGatewayV2::Api", schemas.api);
  declared("AWS::ApiGatewayV2::Stage", schemas.apiStage);
  return {
    table: readTable(declared),
    functions: readFunctions(declared, assembly),
    routes: readRoutes(declared),
    busNames: declared("AWS::Events::EventBus", schemas.eventBus).map(({ name }) => name),
    rules: declared("AWS::Events::Rule", schemas.rule),
    queues: declared("AWS::SQS::Queue", schemas.queue).map(readQueue),
    streamMappings: declared("AWS::Lambda::EventSourceMapping", schemas.streamMapping, isNoQueue),
    queueMappings: declared("AWS::Lambda::EventSourceMapping", schemas.queueMapping, isQueue),
    asyncInvocations: declared("AWS::Lambda::EventInvokeConfig", schemas.asyncInvocation),
  };
};

type Sourced = { readonly EventSourceArn?: unknown };

const isQueue = (properties: object) =>
  String((properties as Sourced).EventSourceArn).startsWith("arn:aws:sqs:");

const isNoQueue = (properties: object) => !isQueue(properties);

const readQueue = ({
  arn,
  ...declared
}: z.output<typeof schemas.queue> & { arn: string }): DeclaredQueue => ({
  name: nameInArn(arn),
  rules: {
    visibilitySeconds: declared.VisibilityTimeout,
    delaySeconds: declared.DelaySeconds,
    retentionSeconds: declared.MessageRetentionPeriod,
    receivesMaximum: declared.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY,
  },
  deadLetterArn: declared.RedrivePolicy?.deadLetterTargetArn,
});

type ResourceReader = ReturnType<typeof resourceReader>;

/** Reads every resource of a type: its checked properties with what other resources may call it. */
const resourceReader = (assembly: CloudAssembly, references: References) => {
  const resolve = intrinsicResolver(references);
  return <Schema extends z.ZodType<object>>(
    type: string,
    schema: Schema,
    isMeant: (properties: object) => boolean = () => true,
  ) =>
    Object.entries(assembly.resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => ({ id, properties: resolve(Properties) }))
      .filter(({ properties }) => isMeant(Object(properties)))
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
  const roles = declared("AWS::IAM::Role", schemas.role);
  const policies = declared("AWS::IAM::Policy", schemas.rolePolicy);
  const statementsOf = (roleArn: string) => {
    const role = roles.find(({ arn }) => arn === roleArn);
    return policies
      .filter(({ Roles }) => role && Roles.includes(role.name))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  };
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
      environment: properties.Environment.Variables,
      statements: statementsOf(properties.Role),
    };
  });
};

const readRoutes = (declared: ResourceReader): DeclaredRoute[] => {
  const integrations = new Map(
    declared("AWS::ApiGatewayV2::Integration", schemas.integration).map(({ name, IntegrationUri }) => [
      `integrations/${name}`,
      nameInArn(IntegrationUri),
    ]),
  );
  return declared("AWS::ApiGatewayV2::Route", schemas.route).map(({ RouteKey, Target }) => ({
    routeKey: RouteKey,
    functionName: integrations.get(Target) ?? "",
  }));
};
