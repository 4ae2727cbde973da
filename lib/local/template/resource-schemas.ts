import * as z from "zod";
import { compilePattern } from "../eventbridge/event-pattern.ts";
import { policyStatement } from "../iam/iam-policy.ts";
import { nameFromArn } from "./resource-names.ts";

/** Accepts properties without effect on a single machine. Any property that a schema does not list fails the start. */
const ignored = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));

/** `createTable` reads the other properties. */
export const table = z.looseObject({
  TableName: z.string().optional(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

export const lambdaFunction = z.strictObject({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string().regex(/^[^.]+\.[^.]+$/),
  Role: z.string(),
  Timeout: z.number().default(3),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  ...ignored(
    "Architectures",
    "Description",
    "LoggingConfig",
    "MemorySize",
    "RecursiveLoop",
    "Runtime",
    "Tags",
  ),
});

export const permission = z.strictObject({
  Action: z.literal("lambda:InvokeFunction"),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string(),
});

export const role = z.strictObject({
  Policies: z.array(
    z.strictObject({
      PolicyDocument: z.strictObject({ Statement: z.array(policyStatement), ...ignored("Version") }),
      ...ignored("PolicyName"),
    }),
  ),
  ...ignored("AssumeRolePolicyDocument", "Description", "Tags"),
});

export const api = z.strictObject({
  ...ignored("Description", "Name"),
  ProtocolType: z.literal("HTTP"),
  DisableExecuteApiEndpoint: z.boolean(),
  ...ignored("Tags"),
});

export const apiStage = z.object({ StageName: z.literal("$default") });

export const route = z.strictObject({
  ApiId: z.string(),
  AuthorizationType: z.literal("NONE").optional(),
  RouteKey: z.string(),
  Target: z.string().startsWith("integrations/"),
});

export const integration = z.strictObject({
  ...ignored("ApiId"),
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
});

export const eventBus = z.strictObject(ignored("Description", "Name", "Tags"));

const targets = z.array(
  z.strictObject({
    Arn: z.string().startsWith("arn:aws:lambda:"),
    // the host calls the target in its own process, with nothing to retry or to discard
    ...ignored("DeadLetterConfig", "Id", "RetryPolicy"),
  }),
);

const describedRule = {
  Name: z.string().optional(),
  State: z.enum(["ENABLED", "DISABLED"]).optional(),
  Targets: targets,
  ...ignored("Description", "Tags"),
};

export const rule = z.strictObject({
  EventBusName: z.string(),
  EventPattern: z.record(z.string(), z.unknown()).transform(compilePattern),
  ...describedRule,
});

/** EventBridge requires a singular unit after 1 and a plural unit after any other number. */
const RATE = /^rate\((?:1 minute|([2-9]|[1-9]\d{1,3}) minutes)\)$/;

/** A rule on the default bus that a schedule triggers instead of events. */
export const scheduledRule = z.strictObject({
  ScheduleExpression: z
    .string()
    .regex(RATE, "The local service hosts only rate(…) of minutes.")
    .transform((text) => ({ periodMinutes: Number(RATE.exec(text)?.[1] ?? 1) })),
  ...describedRule,
});

export const queue = z.strictObject({
  VisibilityTimeout: z.number().default(30),
  ...ignored("MessageRetentionPeriod", "SqsManagedSseEnabled", "Tags"),
});

export const bucket = z.strictObject({
  ...ignored(
    "BucketEncryption",
    "LifecycleConfiguration",
    "OwnershipControls",
    "PublicAccessBlockConfiguration",
    "Tags",
    "VersioningConfiguration",
  ),
});

export const asyncInvocation = z.strictObject({
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string().startsWith("arn:aws:sqs:") }) })
    .optional(),
  FunctionName: z.string(),
  // one process has no backlog in which events grow old
  ...ignored("MaximumEventAgeInSeconds"),
  MaximumRetryAttempts: z.number().optional(),
  Qualifier: z.literal("$LATEST"),
});

const eventSourceMapping = {
  Enabled: z.boolean().optional(),
  FunctionName: z.string().transform(nameFromArn),
  FunctionResponseTypes: z.tuple([z.literal("ReportBatchItemFailures")]),
  ...ignored("Tags"),
};

export const queueMapping = z.strictObject({
  BatchSize: z.literal(1),
  EventSourceArn: z.string().startsWith("arn:aws:sqs:"),
  ScalingConfig: z.strictObject({ MaximumConcurrency: z.number().int().min(2) }).optional(),
  ...eventSourceMapping,
});

const filter = z
  .strictObject({ Pattern: z.string() })
  .transform(({ Pattern }) => compilePattern(JSON.parse(Pattern)));

export const streamMapping = z.strictObject({
  BatchSize: z.number().default(100),
  BisectBatchOnFunctionError: z.literal(true),
  DestinationConfig: z.strictObject({
    OnFailure: z.strictObject({ Destination: z.string().startsWith("arn:aws:s3:") }),
  }),
  EventSourceArn: z.string().startsWith("arn:aws:dynamodb:"),
  FilterCriteria: z.strictObject({ Filters: z.array(filter).min(1) }),
  // a laptop may sleep for longer than the cloud may be late
  ...ignored("MaximumRecordAgeInSeconds"),
  /** The default is no limit, as on AWS. */
  MaximumRetryAttempts: z.number().min(0).default(Number.POSITIVE_INFINITY),
  ...ignored("MetricsConfig"),
  // one batch after the other keeps the order of each record, too
  ...ignored("ParallelizationFactor"),
  StartingPosition: z.literal("TRIM_HORIZON"),
  ...eventSourceMapping,
});
