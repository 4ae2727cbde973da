import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { fillReserved } from "../../bundling/reserved-bundles.ts";
import { DynamoDbProxy } from "../dynamodb/dynamodb-proxy.ts";
import { StreamMapping } from "../dynamodb/stream-mapping.ts";
import { TableStream } from "../dynamodb/table-stream.ts";
import { type BusEvent, EventBuses, startScheduledRules } from "../eventbridge/event-bus.ts";
import {
  type AnsweredRequest,
  createHttpGateway,
  type LocalPage,
  serveNobody,
  withPages,
} from "../http-api/http-gateway.ts";
import { requireServiceAccess } from "../iam/service-access.ts";
import { asyncInvocations } from "../lambda/async-invocations.ts";
import { bundleQueue } from "../lambda/bundle-queue.ts";
import { FunctionPool } from "../lambda/function-pool.ts";
import { createLambdaCalls } from "../lambda/lambda-calls.ts";
import { BucketStore } from "../s3/bucket-store.ts";
import { startQueueMapping } from "../sqs/queue-mapping.ts";
import { QueueStore } from "../sqs/queue-store.ts";
import { type DeclaredStack, findTarget } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";
import { HOST_CLIENT } from "./aws-call.ts";
import { createAwsListener } from "./aws-endpoint.ts";
import type { Teardown } from "./teardown.ts";

type HostEnvironment = {
  readonly directory: string;
  readonly awsEndpoint: string;
  readonly dynamoDbEndpoint: string;
  readonly streamArn: string;
  readonly teardown: Teardown;
};

/** Options of the host's caller. */
export type HostOptions = {
  /** Receives every event that a bus accepted and the ids of its matching rules. */
  readonly onEvent?: (event: BusEvent, ruleIds: readonly string[]) => void;
  readonly log?: (line: string) => void;
  /** Receives every request of the HTTP API when it is answered. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
  /** The length of a schedule's minute, shorter in tests. */
  readonly minuteMilliseconds?: number;
  /** Schedules begin once this is fulfilled; at once by default. */
  readonly ready?: Promise<unknown>;
  /** Pages by their paths, which precede any route. Pages may be added later. */
  readonly pages?: ReadonlyMap<string, LocalPage>;
};

const WRITES = new Set(["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"]);

/** Starts the stack's functions, queues and mappings; `teardown` stops them. */
export const hostStack = (stack: DeclaredStack, environment: HostEnvironment, options: HostOptions) => {
  const { dynamoDbEndpoint, teardown } = environment;
  const { log = () => {}, onEvent, onAnswered, pages = new Map(), minuteMilliseconds, ready } = options;
  requireServiceAccess(stack);
  const dynamoDb = new DynamoDbProxy(dynamoDbEndpoint);
  teardown.add(() => dynamoDb.stop());
  const { invoke, pools } = startFunctions(stack, environment, log);
  const sqs = new QueueStore({ queues: stack.queues, log });
  const s3 = new BucketStore({ bucketNames: stack.bucketNames, log });
  const invokeLater = asyncInvocations({
    declared: stack.asyncInvocations,
    invoke,
    sendToQueue: (queueArn, body) => sqs.send(queueArn, { body }),
    log,
  });
  const scheduledRules = stack.scheduledRules.filter(isEnabled);
  teardown.add(
    startScheduledRules({ rules: scheduledRules, invoke: invokeLater, minuteMilliseconds, ready }),
  );
  const events = new EventBuses({
    rules: stack.rules.filter(isEnabled),
    invoke: invokeLater,
    log,
    onEvent,
  });
  const stream = openStream(environment, log);
  const mappings = stack.streamMappings.filter(isEnabled).map((declared) => {
    const mapping = new StreamMapping({
      declared,
      stream: stream(declared.id),
      invoke,
      putObject: (bucketArn, key, body) => s3.put(bucketArn, key, body),
      settled: () => events.settled(),
      log,
    });
    teardown.add(() => mapping.stop());
    return mapping;
  });
  for (const declared of stack.queueMappings.filter(isEnabled)) {
    const target = findTarget(stack, declared);
    const consumer = startQueueMapping({
      declared,
      target,
      queue: sqs.get(nameFromArn(declared.EventSourceArn)),
      invoke: (payload, lineage) => invoke(target.name, payload, lineage),
      log,
    });
    teardown.add(() => consumer.stop());
  }
  const lambda = createLambdaCalls({
    functionNames: stack.functions.map(({ name }) => name),
    invoke,
    mappings: [...stack.queueMappings, ...stack.streamMappings],
    lastProcessingResultOf: (id) => mappings.find((each) => each.id === id)?.lastProcessingResult,
  });
  return {
    /** Makes each function's next invocation run the code of the sources at that time. */
    outdateFunctions: () => {
      for (const pool of pools) pool.outdate();
    },
    /** Resolves when all changes so far are published as events and these are fanned out. */
    drained: () => Promise.all(mappings.map((mapping) => mapping.drained())),
    serveHttp: stack.isClosed
      ? serveNobody
      : withPages(pages, createHttpGateway({ routes: stack.routes, invoke, log, onAnswered })),
    serveAws: createAwsListener({
      functions: stack.functions,
      partitionKey: stack.table.partitionKey,
      services: {
        dynamodb: (call) => dynamoDb.call(call),
        events: (call) => ({ body: events.call(call) }),
        sqs: (call) => ({ body: sqs.call(call) }),
        s3: (call) => s3.call(call),
        lambda,
      },
      log,
      onAnswered: ({ operation }) => {
        if (WRITES.has(operation)) for (const mapping of mappings) mapping.wake();
      },
    }),
  };
};

type Switched = { readonly State?: string | undefined; readonly Enabled?: boolean | undefined };

const isEnabled = ({ State, Enabled }: Switched) => State !== "DISABLED" && Enabled !== false;

/**
 * @param payload the event as JSON
 * @param lineage the default starts a new lineage
 */
type Invoke = (functionName: string, payload: string, lineage?: number) => Promise<unknown>;

const startFunctions = (
  { functions }: DeclaredStack,
  { awsEndpoint, teardown }: HostEnvironment,
  log: (line: string) => void,
) => {
  const bundle = bundleQueue(fillReserved);
  const pools = new Map(
    functions.map((declared) => [declared.name, new FunctionPool(declared, { awsEndpoint, log, bundle })]),
  );
  teardown.add(() => Promise.all([...pools.values()].map((pool) => pool.stop())));
  const invoke: Invoke = async (functionName, payload, lineage) => {
    const pool = pools.get(functionName);
    if (!pool) throw new Error(`There is no function ${functionName}.`);
    return pool.invoke(payload, lineage);
  };
  return { invoke, pools: [...pools.values()] };
};

/** @returns a function that opens the table's stream at the last position of the mapping with this id */
const openStream = (
  { directory, dynamoDbEndpoint, streamArn, teardown }: HostEnvironment,
  log: (line: string) => void,
) => {
  const folder = join(directory, "streams");
  mkdirSync(folder, { recursive: true });
  const client = new DynamoDBStreamsClient({ ...HOST_CLIENT, endpoint: dynamoDbEndpoint });
  teardown.add(() => client.destroy());
  return (id: string) =>
    new TableStream({ client, streamArn, positionFile: join(folder, `${id}.json`), log });
};
