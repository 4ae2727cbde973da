import * as z from "zod";
import { compilePattern } from "../eventbridge/event-pattern.ts";
import { policyStatement } from "../iam/iam-policy.ts";

const DAY_SECONDS = 86_400;

/** Accepted, but without effect on a single machine. A property that is not listed at all fails the start. */
const ignored = z.unknown().optional();

export const table = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

export const lambdaFunction = z.strictObject({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string().regex(/^[^.]+\.[^.]+$/),
  Role: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  // 0 would stop the function
  ReservedConcurrentExecutions: z.number().int().min(1).optional(),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  Architectures: ignored,
  Description: ignored,
  LoggingConfig: ignored,
  Runtime: ignored,
  Tags: ignored,
});

export const permission = z.strictObject({
  Action: z.literal("lambda:InvokeFunction"),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});

export const role = z.strictObject({
  AssumeRolePolicyDocument: ignored,
  Policies: z.array(
    z.strictObject({
      PolicyDocument: z.strictObject({ Statement: z.array(policyStatement), Version: ignored }),
      PolicyName: ignored,
    }),
  ),
  Description: ignored,
  Tags: ignored,
});

export const api = z.strictObject({
  Description: ignored,
  Name: ignored,
  ProtocolType: z.literal("HTTP"),
  Tags: ignored,
});

export const apiStage = z.object({ StageName: z.literal("$default") });

export const route = z.strictObject({
  ApiId: z.string(),
  AuthorizationType: z.literal("NONE").optional(),
  RouteKey: z.string(),
  Target: z.string().startsWith("integrations/"),
});

export const integration = z.strictObject({
  ApiId: ignored,
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
});

export const eventBus = z.strictObject({ Description: ignored, Name: ignored, Tags: ignored });

const ruleState = z.enum(["ENABLED", "DISABLED"]).default("ENABLED");

export const rule = z.strictObject({
  EventBusName: z.string(),
  EventPattern: z.record(z.string(), z.unknown()).transform(compilePattern),
  State: ruleState,
  Targets: z.array(
    z.strictObject({
      Arn: z.string().regex(/^arn:aws:(lambda|sqs):/),
      // the host calls the target in its own process: there is nothing to retry or to discard
      DeadLetterConfig: ignored,
      Id: ignored,
      RetryPolicy: ignored,
      SqsParameters: z.strictObject({ MessageGroupId: z.string() }).optional(),
    }),
  ),
  Description: ignored,
  Name: ignored,
  Tags: ignored,
});

const UNIT_SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: DAY_SECONDS };

/** As EventBridge requires, the unit is singular after 1 and plural after any other number. */
const RATE = /^rate\((?:(1) (minute|hour|day)|([2-9]|[1-9]\d+) (minute|hour|day)s)\)$/;

const scheduleExpression = z
  .string()
  .regex(RATE, "The local service hosts only rate(…) of minutes, hours or days.")
  .transform((text) => {
    const [, one, unit, several, units] = RATE.exec(text) ?? [];
    return { periodSeconds: Number(one ?? several) * (UNIT_SECONDS[unit ?? units ?? ""] ?? 0) };
  });

/** A rule on the default bus that a schedule triggers instead of events. */
export const scheduledRule = z.strictObject({
  ScheduleExpression: scheduleExpression,
  State: ruleState,
  Targets: z.array(
    z.strictObject({
      Arn: z.string().startsWith("arn:aws:lambda:"),
      DeadLetterConfig: ignored,
      Id: ignored,
      RetryPolicy: ignored,
    }),
  ),
  Description: ignored,
  Name: ignored,
  Tags: ignored,
});

export const queue = z.strictObject({
  DelaySeconds: z.number().default(0),
  FifoQueue: z.literal(false).optional(),
  MessageRetentionPeriod: z.number().default(4 * DAY_SECONDS),
  RedrivePolicy: z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
  VisibilityTimeout: z.number().default(30),
  QueueName: ignored,
  SqsManagedSseEnabled: ignored,
  Tags: ignored,
});

export const bucket = z.strictObject({
  BucketEncryption: ignored,
  BucketName: ignored,
  LifecycleConfiguration: ignored,
  OwnershipControls: ignored,
  PublicAccessBlockConfiguration: ignored,
  Tags: ignored,
  VersioningConfiguration: ignored,
});

export const asyncInvocation = z.strictObject({
  DestinationConfig: z
    .strictObject({
      OnFailure: z.strictObject({ Destination: z.string().startsWith("arn:aws:sqs:") }).optional(),
    })
    .optional(),
  FunctionName: z.string(),
  MaximumEventAgeInSeconds: z.number().default(6 * 3_600),
  MaximumRetryAttempts: z.number().default(2),
  Qualifier: z.literal("$LATEST"),
});

export const queueMapping = z.strictObject({
  BatchSize: z.number().default(10),
  EventSourceArn: z.string().startsWith("arn:aws:sqs:"),
  FunctionName: z.string(),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  ScalingConfig: z
    .strictObject({ MaximumConcurrency: z.number() })
    .default({ MaximumConcurrency: Number.POSITIVE_INFINITY }),
  Tags: ignored,
});

const filter = z
  .strictObject({ Pattern: z.string() })
  .transform(({ Pattern }) => compilePattern(JSON.parse(Pattern)));

/** AWS's default: it retries until the record leaves the stream. */
const UNLIMITED = -1;

export const streamMapping = z.strictObject({
  BatchSize: z.number().default(100),
  BisectBatchOnFunctionError: z.boolean().default(false),
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string().regex(/^arn:aws:(sqs|s3):/) }) })
    .optional(),
  EventSourceArn: z.string().startsWith("arn:aws:dynamodb:"),
  FilterCriteria: z.strictObject({ Filters: z.array(filter) }).default({ Filters: [] }),
  FunctionName: z.string(),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  MaximumRecordAgeInSeconds: z.number().default(UNLIMITED),
  MaximumRetryAttempts: z.number().default(UNLIMITED),
  MetricsConfig: ignored,
  StartingPosition: z.literal("TRIM_HORIZON"),
  Tags: ignored,
});
