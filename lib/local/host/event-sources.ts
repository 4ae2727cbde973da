import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { StreamMapping } from "../dynamodb/stream-mapping.ts";
import { TableStream } from "../dynamodb/table-stream.ts";
import { AsyncInvocations } from "../lambda/async-invocations.ts";
import type { MaxWorkersOf } from "../lambda/max-workers.ts";
import type { BucketStore } from "../s3/bucket-store.ts";
import { startQueueMapping } from "../sqs/queue-mapping.ts";
import type { QueueStore } from "../sqs/queue-store.ts";
import type { DeclaredStack } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";
import { HOST_CLIENT } from "./aws-call.ts";
import type { Teardown } from "./teardown.ts";

export type HostEnvironment = {
  readonly directory: string;
  readonly awsEndpoint: string;
  readonly dynamoDbEndpoint: string;
  readonly streamArn: string;
  readonly teardown: Teardown;
};

/**
 * @param payload the event as JSON
 * @param traceHeader by default the invocation starts a lineage
 */
export type Invoke = (functionName: string, payload: string, traceHeader?: string) => Promise<unknown>;

type Dependencies = {
  readonly invoke: Invoke;
  readonly sqs: QueueStore;
  readonly s3: BucketStore;
  readonly maxWorkersOf: MaxWorkersOf;
  readonly log: (line: string) => void;
};

export const startAsyncInvocations = (
  stack: DeclaredStack,
  { directory, teardown }: HostEnvironment,
  { invoke, sqs, maxWorkersOf, log }: Dependencies,
) => {
  const asyncInvocations = new AsyncInvocations({
    directory: join(directory, "queues"),
    functions: stack.functions,
    declared: stack.asyncInvocations,
    invoke,
    sendToQueue: (queueArn, body) => sqs.send(queueArn, { body }),
    concurrencyOf: maxWorkersOf,
    log,
  });
  teardown.add(() => asyncInvocations.stop());
  return asyncInvocations;
};

export const startQueueMappings = (
  stack: DeclaredStack,
  { teardown }: HostEnvironment,
  { invoke, sqs, maxWorkersOf, log }: Dependencies,
) => {
  for (const declared of stack.queueMappings) {
    const target = findTarget(stack, declared);
    const consumer = startQueueMapping({
      declared,
      target,
      queue: sqs.get(nameFromArn(declared.EventSourceArn)),
      invoke: (payload, traceHeader) => invoke(target.name, payload, traceHeader),
      maxWorkers: maxWorkersOf(target),
      log,
    });
    teardown.add(() => consumer.stop());
  }
};

export const startStreamMappings = (
  stack: DeclaredStack,
  { directory, dynamoDbEndpoint, streamArn, teardown }: HostEnvironment,
  { invoke, sqs, s3, log }: Dependencies,
) => {
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
      invoke: (payload) => invoke(target.name, payload),
      destinations: {
        sendToQueue: (queueArn, body) => sqs.send(queueArn, { body }),
        putObject: (bucketArn, key, body) => s3.put(bucketArn, key, body),
      },
      log,
    });
    teardown.add(() => mapping.stop());
    return mapping;
  });
};

const findTarget = (
  { functions }: DeclaredStack,
  { id, FunctionName }: { id: string; FunctionName: string },
) => {
  const target = functions.find(({ name }) => name === FunctionName);
  if (!target) throw new Error(`${id} invokes ${FunctionName}, which does not exist.`);
  return target;
};
