import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { DynamoDbProxy } from "../dynamodb/dynamodb-proxy.ts";
import { StreamMapping } from "../dynamodb/stream-mapping.ts";
import { TableStream } from "../dynamodb/table-stream.ts";
import { type BusEvent, EventBuses } from "../eventbridge/event-bus.ts";
import { httpGateway } from "../http-api/http-gateway.ts";
import { AsyncInvocations } from "../lambda/async-invocations.ts";
import { FunctionPool } from "../lambda/function-pool.ts";
import { startQueueMapping } from "../sqs/queue-mapping.ts";
import { QueueStore } from "../sqs/queue-store.ts";
import { type DeclaredFunction, type DeclaredStack, nameInArn } from "../template/declared-stack.ts";
import { type AnsweredCall, awsEndpoint } from "./aws-endpoint.ts";
import { HOST_CLIENT } from "./host-client.ts";
import type { Teardown } from "./teardown.ts";

/** What an embedding test or measurement may want to know or change. */
export type HostOptions = {
  /** Instances of one function at a time (4). */
  readonly maxWorkersPerFunction?: number;
  /** Has DynamoDB report the capacity of each call, for `onCall` to read. */
  readonly reportCapacity?: boolean;
  /** Hears of every AWS call, and what it was answered. */
  readonly onCall?: (call: AnsweredCall) => void;
  /** Hears of every event that a bus took, and which rules it matched. */
  readonly onEvent?: (event: BusEvent, ruleIds: readonly string[]) => void;
  readonly log?: (line: string) => void;
};

type Place = {
  readonly directory: string;
  readonly awsEndpoint: string;
  readonly dynamoDbEndpoint: string;
  readonly streamArn: string;
  readonly teardown: Teardown;
};

const WORKERS_MAXIMUM = 4;
const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"]);

/** Brings the stack to life; `teardown` ends it. */
export const hostStack = (stack: DeclaredStack, place: Place, options: HostOptions) => {
  const { directory, dynamoDbEndpoint, teardown } = place;
  const { log = () => {}, onCall, onEvent, reportCapacity = false } = options;
  const dynamoDb = new DynamoDbProxy(dynamoDbEndpoint);
  teardown.add(() => dynamoDb.stop());
  const pools = startPools(stack.functions, place, options);
  const invoke = (functionName: string, event: unknown) => {
    const pool = pools.get(functionName);
    if (!pool) throw new Error(`There is no function ${functionName}.`);
    return pool.invoke(event);
  };
  const sqs = new QueueStore({ directory: join(directory, "queues"), queues: stack.queues, log });
  const surroundings = { invoke, sqs, log, workersMaximum: options.maxWorkersPerFunction ?? WORKERS_MAXIMUM };
  const later = startAsyncInvocations(stack, place, surroundings);
  const events = new EventBuses({
    busNames: stack.busNames,
    rules: stack.rules,
    invoke: (functionName, event) => later.accept(functionName, event),
    sendToQueue: (queueArn, message) => sqs.sendTo(queueArn, message),
    log,
    onEvent,
  });
  const mappings = startMappings(stack, place, surroundings);
  startQueueMappings(stack, place, surroundings);
  return {
    serveHttp: httpGateway({ routes: stack.routes, invoke, log }),
    serveAws: awsEndpoint({
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

const startPools = (functions: readonly DeclaredFunction[], place: Place, options: HostOptions) => {
  const { log = () => {}, maxWorkersPerFunction: maxWorkers = WORKERS_MAXIMUM } = options;
  const { awsEndpoint, teardown } = place;
  const pools = new Map(
    functions.map((declared) => [
      declared.name,
      new FunctionPool(declared, { awsEndpoint, maxWorkers, log }),
    ]),
  );
  teardown.add(() => Promise.all([...pools.values()].map((pool) => pool.stop())));
  return pools;
};

type Surroundings = {
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly sqs: QueueStore;
  readonly log: (line: string) => void;
  readonly workersMaximum: number;
};

const startAsyncInvocations = (stack: DeclaredStack, place: Place, surroundings: Surroundings) => {
  const { invoke, sqs, log, workersMaximum } = surroundings;
  const later = new AsyncInvocations({
    directory: join(place.directory, "queues"),
    functions: stack.functions,
    declared: stack.asyncInvocations,
    invoke,
    sendToQueue: (queueArn, body) => sqs.sendTo(queueArn, { body }),
    concurrency: workersMaximum,
    log,
  });
  place.teardown.add(() => later.stop());
  return later;
};

const startQueueMappings = (stack: DeclaredStack, { teardown }: Place, surroundings: Surroundings) => {
  const { invoke, sqs, log, workersMaximum } = surroundings;
  for (const declared of stack.queueMappings) {
    const target = targetOf(stack, declared);
    const consumer = startQueueMapping({
      declared,
      target,
      queue: sqs.named(nameInArn(declared.EventSourceArn)),
      invoke: (event) => invoke(target.name, event),
      workersMaximum,
      log,
    });
    teardown.add(() => consumer.stop());
  }
};

const targetOf = (
  { functions }: DeclaredStack,
  { id, FunctionName }: { id: string; FunctionName: string },
) => {
  const target = functions.find(({ name }) => name === FunctionName);
  if (!target) throw new Error(`${id} feeds ${FunctionName}, which does not exist.`);
  return target;
};

const startMappings = (stack: DeclaredStack, place: Place, { invoke, sqs, log }: Surroundings) => {
  const { directory, dynamoDbEndpoint, streamArn, teardown } = place;
  mkdirSync(join(directory, "streams"), { recursive: true });
  const client = new DynamoDBStreamsClient({ ...HOST_CLIENT, endpoint: dynamoDbEndpoint });
  teardown.add(() => client.destroy());
  return stack.streamMappings.map((declared) => {
    const target = targetOf(stack, declared);
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
      sendToQueue: (queueName, body) => sqs.send(queueName, body),
      log,
    });
    teardown.add(() => mapping.stop());
    return mapping;
  });
};
