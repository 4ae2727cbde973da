import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { DynamoDbProxy } from "../dynamodb/dynamodb-proxy.ts";
import { StreamMapping } from "../dynamodb/stream-mapping.ts";
import { TableStream } from "../dynamodb/table-stream.ts";
import { type BusEvent, EventBuses } from "../eventbridge/event-bus.ts";
import { createHttpGateway } from "../http-api/http-gateway.ts";
import { AsyncInvocations } from "../lambda/async-invocations.ts";
import { FunctionPool } from "../lambda/function-pool.ts";
import { startQueueMapping } from "../sqs/queue-mapping.ts";
import { QueueStore } from "../sqs/queue-store.ts";
import { type DeclaredFunction, type DeclaredStack, nameFromArn } from "../template/declared-stack.ts";
import { HOST_CLIENT } from "./aws-call.ts";
import { type CompletedCall, createAwsListener } from "./aws-endpoint.ts";
import type { Teardown } from "./teardown.ts";

/** Options of a test or benchmark that embeds the host. */
export type HostOptions = {
  /** Concurrent instances of one function; 4 by default. */
  readonly maxWorkersPerFunction?: number;
  /** Makes DynamoDB report the capacity that each call consumes, for `onCall`. */
  readonly reportCapacity?: boolean;
  /** Called with every AWS call and its response. */
  readonly onCall?: (call: CompletedCall) => void;
  /** Called with every event that a bus accepted and the ids of the rules that it matches. */
  readonly onEvent?: (event: BusEvent, ruleIds: readonly string[]) => void;
  readonly log?: (line: string) => void;
  /** Headers of every error that the gateway itself returns. */
  readonly errorHeaders?: Readonly<Record<string, string>>;
};

type HostEnvironment = {
  readonly directory: string;
  readonly awsEndpoint: string;
  readonly dynamoDbEndpoint: string;
  readonly streamArn: string;
  readonly teardown: Teardown;
};

const DEFAULT_MAX_WORKERS = 4;
const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"]);

/** Starts the stack's functions, queues and mappings; `teardown` stops them. */
export const hostStack = (stack: DeclaredStack, environment: HostEnvironment, options: HostOptions) => {
  const { directory, dynamoDbEndpoint, teardown } = environment;
  const { log = () => {}, onCall, onEvent, reportCapacity = false } = options;
  const dynamoDb = new DynamoDbProxy(dynamoDbEndpoint);
  teardown.add(() => dynamoDb.stop());
  const pools = startPools(stack.functions, environment, options);
  const invoke: Invoke = (functionName, event, traceHeader) => {
    const pool = pools.get(functionName);
    if (!pool) throw new Error(`There is no function ${functionName}.`);
    return pool.invoke(event, traceHeader);
  };
  const sqs = new QueueStore({ directory: join(directory, "queues"), queues: stack.queues, log });
  const dependencies = { invoke, sqs, log, maxWorkers: options.maxWorkersPerFunction ?? DEFAULT_MAX_WORKERS };
  const asyncInvocations = startAsyncInvocations(stack, environment, dependencies);
  const events = new EventBuses({
    busNames: stack.busNames,
    rules: stack.rules,
    invoke: (functionName, event) => asyncInvocations.enqueue(functionName, event),
    sendToQueue: (queueArn, message) => sqs.send(queueArn, message),
    log,
    onEvent,
  });
  const mappings = startStreamMappings(stack, environment, dependencies);
  startQueueMappings(stack, environment, dependencies);
  return {
    serveHttp: createHttpGateway({ routes: stack.routes, invoke, log, errorHeaders: options.errorHeaders }),
    serveAws: createAwsListener({
      functions: stack.functions,
      partitionKey: stack.table.partitionKey,
      dynamoDb,
      events,
      sqs,
      log,
      reportCapacity,
      onCall: (call) => {
        if (WRITES.has(call.operation)) for (const mapping of mappings) mapping.wake();
        onCall?.(call);
      },
    }),
  };
};

const startPools = (
  functions: readonly DeclaredFunction[],
  environment: HostEnvironment,
  options: HostOptions,
) => {
  const { log = () => {}, maxWorkersPerFunction: maxWorkers = DEFAULT_MAX_WORKERS } = options;
  const { awsEndpoint, teardown } = environment;
  const pools = new Map(
    functions.map((declared) => [
      declared.name,
      new FunctionPool(declared, { awsEndpoint, maxWorkers, log }),
    ]),
  );
  teardown.add(() => Promise.all([...pools.values()].map((pool) => pool.stop())));
  return pools;
};

type Invoke = (functionName: string, event: unknown, traceHeader?: string) => Promise<unknown>;

type MappingDependencies = {
  readonly invoke: Invoke;
  readonly sqs: QueueStore;
  readonly log: (line: string) => void;
  readonly maxWorkers: number;
};

const startAsyncInvocations = (
  stack: DeclaredStack,
  environment: HostEnvironment,
  dependencies: MappingDependencies,
) => {
  const { invoke, sqs, log, maxWorkers } = dependencies;
  const asyncInvocations = new AsyncInvocations({
    directory: join(environment.directory, "queues"),
    functions: stack.functions,
    declared: stack.asyncInvocations,
    invoke,
    sendToQueue: (queueArn, body) => sqs.send(queueArn, { body }),
    concurrency: maxWorkers,
    log,
  });
  environment.teardown.add(() => asyncInvocations.stop());
  return asyncInvocations;
};

const startQueueMappings = (
  stack: DeclaredStack,
  { teardown }: HostEnvironment,
  dependencies: MappingDependencies,
) => {
  const { invoke, sqs, log, maxWorkers } = dependencies;
  for (const declared of stack.queueMappings) {
    const target = findTarget(stack, declared);
    const consumer = startQueueMapping({
      declared,
      target,
      queue: sqs.get(nameFromArn(declared.EventSourceArn)),
      invoke: (event, traceHeader) => invoke(target.name, event, traceHeader),
      maxWorkers,
      log,
    });
    teardown.add(() => consumer.stop());
  }
};

const findTarget = (
  { functions }: DeclaredStack,
  { id, FunctionName }: { id: string; FunctionName: string },
) => {
  const target = functions.find(({ name }) => name === FunctionName);
  if (!target) throw new Error(`${id} invokes ${FunctionName}, which does not exist.`);
  return target;
};

const startStreamMappings = (
  stack: DeclaredStack,
  environment: HostEnvironment,
  { invoke, sqs, log }: MappingDependencies,
) => {
  const { directory, dynamoDbEndpoint, streamArn, teardown } = environment;
  mkdirSync(join(directory, "streams"), { recursive: true });
  const client = new DynamoDBStreamsClient({ ...HOST_CLIENT, endpoint: dynamoDbEndpoint });
  teardown.add(() => client.destroy());
  return stack.streamMappings.map((declared) => {
    const target = findTarget(stack, declared);
    const mapping = new StreamMapping({
      declared,
      target,
      stream: new TableStream({
        client,
        streamArn,
        positionFile: join(directory, "streams", `${declared.id}.json`),
        log,
      }),
      invoke: (event) => invoke(target.name, event),
      sendToQueue: (queueArn, body) => sqs.send(queueArn, { body }),
      log,
    });
    teardown.add(() => mapping.stop());
    return mapping;
  });
};
