import { join } from "node:path";
import { DynamoDbProxy } from "../dynamodb/dynamodb-proxy.ts";
import type { BusEvent } from "../eventbridge/bus-event.ts";
import { EventBuses } from "../eventbridge/event-bus.ts";
import { ScheduledRules } from "../eventbridge/scheduled-rules.ts";
import { createHttpGateway } from "../http-api/http-gateway.ts";
import { FunctionPool } from "../lambda/function-pool.ts";
import { requireRulePermissions } from "../lambda/invoke-permissions.ts";
import { LambdaCalls } from "../lambda/lambda-calls.ts";
import { maxWorkersOf } from "../lambda/max-workers.ts";
import { callBuckets } from "../s3/bucket-calls.ts";
import { BucketStore } from "../s3/bucket-store.ts";
import { QueueStore } from "../sqs/queue-store.ts";
import type { DeclaredFunction, DeclaredStack } from "../template/declared-stack.ts";
import { createAwsListener } from "./aws-endpoint.ts";
import {
  type HostEnvironment,
  type Invoke,
  startAsyncInvocations,
  startQueueMappings,
  startStreamMappings,
} from "./event-sources.ts";

/** Options of a test or benchmark that embeds the host. */
export type HostOptions = {
  /** Concurrent instances of each function; by default what it reserves, up to 32, or else 4. */
  readonly maxWorkersPerFunction?: number;
  /** Called with every event that a bus accepted and the ids of the rules that it matches. */
  readonly onEvent?: (event: BusEvent, ruleIds: readonly string[]) => void;
  readonly log?: (line: string) => void;
};

const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"]);

/** Starts the stack's functions, queues and mappings; `teardown` stops them. */
export const hostStack = (stack: DeclaredStack, environment: HostEnvironment, options: HostOptions) => {
  const { directory, dynamoDbEndpoint, teardown } = environment;
  const { log = () => {}, onEvent } = options;
  requireRulePermissions(stack);
  const dynamoDb = new DynamoDbProxy(dynamoDbEndpoint);
  teardown.add(() => dynamoDb.stop());
  const pools = startPools(stack.functions, environment, options);
  const invoke: Invoke = (functionName, payload, traceHeader) => {
    const pool = pools.get(functionName);
    if (!pool) throw new Error(`There is no function ${functionName}.`);
    return pool.invoke(payload, traceHeader);
  };
  const sqs = new QueueStore({ directory: join(directory, "queues"), queues: stack.queues, log });
  const s3 = new BucketStore({
    directory: join(directory, "buckets"),
    bucketNames: stack.bucketNames,
    log,
  });
  const dependencies = { invoke, sqs, s3, log, maxWorkersOf: maxWorkersOf(options.maxWorkersPerFunction) };
  const asyncInvocations = startAsyncInvocations(stack, environment, dependencies);
  const invokeLater = (functionName: string, event: BusEvent) =>
    asyncInvocations.enqueue(functionName, event);
  const schedules = new ScheduledRules({ rules: stack.scheduledRules, invoke: invokeLater });
  teardown.add(() => schedules.stop());
  const events = new EventBuses({
    busNames: stack.busNames,
    rules: stack.rules,
    invoke: invokeLater,
    sendToQueue: (queueArn, message) => sqs.send(queueArn, message),
    log,
    onEvent,
  });
  const mappings = startStreamMappings(stack, environment, dependencies);
  startQueueMappings(stack, environment, dependencies);
  return {
    serveHttp: createHttpGateway({ routes: stack.routes, permissions: stack.permissions, invoke, log }),
    serveAws: createAwsListener({
      functions: stack.functions,
      partitionKey: stack.table.partitionKey,
      dynamoDb,
      events,
      sqs,
      lambda: new LambdaCalls({
        functionNames: stack.functions.map(({ name }) => name),
        invoke,
        lastProcessingResults: () =>
          new Map([
            ...stack.queueMappings.map(({ id }) => [id, undefined] as const),
            ...mappings.map(({ id, lastProcessingResult }) => [id, lastProcessingResult] as const),
          ]),
      }),
      s3: { call: (call) => callBuckets(s3, call) },
      log,
      onAnswered: ({ operation }) => {
        if (WRITES.has(operation)) for (const mapping of mappings) mapping.wake();
      },
    }),
  };
};

const startPools = (
  functions: readonly DeclaredFunction[],
  environment: HostEnvironment,
  options: HostOptions,
) => {
  const { log = () => {}, maxWorkersPerFunction } = options;
  const { awsEndpoint, teardown } = environment;
  const maxWorkers = maxWorkersOf(maxWorkersPerFunction);
  const pools = new Map(
    functions.map((declared) => [
      declared.name,
      new FunctionPool(declared, { awsEndpoint, maxWorkers: maxWorkers(declared), log }),
    ]),
  );
  teardown.add(() => Promise.all([...pools.values()].map((pool) => pool.stop())));
  return pools;
};
