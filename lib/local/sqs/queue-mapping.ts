import { requireGrants } from "../iam/iam-policy.ts";
import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import { maxInstancesOf } from "../lambda/function-pool.ts";
import { isRecursiveLoop, traceHeaderOfInvocation } from "../lambda/trace-header.ts";
import type { DeclaredFunction, DeclaredQueueMapping } from "../template/declared-stack.ts";
import { REGION } from "../template/resource-names.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";
import { QueueConsumer } from "./queue-consumer.ts";
import { systemAttributes } from "./queue-store.ts";

type QueueMappingOptions = {
  readonly declared: DeclaredQueueMapping;
  readonly target: DeclaredFunction;
  readonly queue: Queue;
  readonly invoke: (payload: string, traceHeader: string) => Promise<unknown>;
  readonly log: (line: string) => void;
};

/**
 * Invokes a function with a queue's messages as Lambda does. Failed messages stay in flight until their visibility
 * timeout.
 * @throws StartError if the function's role does not let Lambda read the queue
 */
export const startQueueMapping = (options: QueueMappingOptions) => {
  const { declared, target, queue } = options;
  requireGrants(declared.id, target, neededPermissions(declared));
  return new QueueConsumer({
    queue,
    batchSize: declared.BatchSize,
    concurrency: Math.min(declared.ScalingConfig.MaximumConcurrency, maxInstancesOf(target)),
    handle: (batch) => handle(withoutLoops(batch, options), options),
  });
};

/**
 * Leaves out messages of a recursive loop. They count as received and fail until the queue moves them to its
 * dead-letter queue, as Lambda documents it.
 */
const withoutLoops = (batch: readonly ReceivedMessage[], { target, log }: QueueMappingOptions) =>
  batch.filter(({ messageId, traceHeader }) => {
    const isLoop = isRecursiveLoop(target.name, traceHeader);
    if (isLoop) log(`queue  ${target.label} is in a recursive loop: not invoked with message ${messageId}`);
    return !isLoop;
  });

const handle = async (batch: readonly ReceivedMessage[], options: QueueMappingOptions) => {
  if (batch.length === 0) return;
  const { target, queue, log } = options;
  const failed = await invokeBatch(batch, options).catch(() => batch.map(({ messageId }) => messageId));
  if (failed.length > 0) log(`queue  ${target.label} failed ${failed.length} of ${batch.length} messages`);
  for (const { messageId, receiptHandle } of batch) {
    if (!failed.includes(messageId)) queue.delete(receiptHandle);
  }
};

/** @returns the ids of the messages that the function reports, or all if it reports one that is not in the batch */
const invokeBatch = async (batch: readonly ReceivedMessage[], options: QueueMappingOptions) => {
  const { declared, target, invoke } = options;
  const received = batch.flatMap(({ traceHeader = [] }) => traceHeader);
  const result = await invoke(
    JSON.stringify({ Records: batch.map((message) => toLambdaRecord(message, declared.EventSourceArn)) }),
    traceHeaderOfInvocation(target.name, received),
  );
  const failed = failedItemIdentifiers(result);
  const ids = batch.map(({ messageId }) => messageId);
  return failed.every((id) => ids.includes(id)) ? failed : ids;
};

const toLambdaRecord = (message: ReceivedMessage, eventSourceARN: string) => ({
  messageId: message.messageId,
  receiptHandle: message.receiptHandle,
  body: message.body,
  attributes: {
    ...systemAttributes(message),
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: String(Date.now()),
  },
  messageAttributes: {},
  eventSource: "aws:sqs",
  eventSourceARN,
  awsRegion: REGION,
});

const neededPermissions = ({ EventSourceArn: resource }: DeclaredQueueMapping) =>
  ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((operation) => ({
    action: `sqs:${operation}`,
    resource,
  }));
