import { requireGrants } from "../iam/require-grants.ts";
import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import type { DeclaredFunction, DeclaredQueueMapping } from "../template/declared-stack.ts";
import { REGION } from "../template/resource-names.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";
import { QueueConsumer } from "./queue-consumer.ts";

type QueueMappingOptions = {
  readonly declared: DeclaredQueueMapping;
  readonly target: DeclaredFunction;
  readonly queue: Queue;
  readonly invoke: (event: { Records: readonly object[] }) => Promise<unknown>;
  /** Concurrent instances of the function. */
  readonly maxWorkers: number;
  readonly log: (line: string) => void;
};

/**
 * Invokes a function with a queue's messages as Lambda does. Failed messages stay in flight until their visibility
 * timeout.
 * @throws StartError if the function's role does not let Lambda read the queue
 */
export const startQueueMapping = (options: QueueMappingOptions) => {
  const { declared, target, queue, maxWorkers } = options;
  requireGrants(declared.id, target, neededPermissions(declared));
  return new QueueConsumer({
    queue,
    batchSize: declared.BatchSize,
    windowSeconds: declared.MaximumBatchingWindowInSeconds,
    concurrency: Math.min(declared.ScalingConfig.MaximumConcurrency, maxWorkers),
    handle: (batch) => handle(batch, options),
  });
};

const handle = async (batch: readonly ReceivedMessage[], options: QueueMappingOptions) => {
  const { target, queue, log } = options;
  const failed = await invokeBatch(batch, options).catch(() => batch.map(({ messageId }) => messageId));
  if (failed.length > 0) log(`queue  ${target.label} failed ${failed.length} of ${batch.length} messages`);
  for (const { messageId, receiptHandle } of batch) {
    if (!failed.includes(messageId)) queue.delete(receiptHandle);
  }
};

/** @returns the ids of the messages that the function reports, or all if it reports one that is not in the batch */
const invokeBatch = async (batch: readonly ReceivedMessage[], options: QueueMappingOptions) => {
  const { declared, invoke } = options;
  const result = await invoke({
    Records: batch.map((message) => toLambdaRecord(message, declared.EventSourceArn)),
  });
  if (!declared.FunctionResponseTypes.includes("ReportBatchItemFailures")) return [];
  const failed = failedItemIdentifiers(result);
  const ids = batch.map(({ messageId }) => messageId);
  return failed.every((id) => ids.includes(id)) ? failed : ids;
};

const toLambdaRecord = (message: ReceivedMessage, eventSourceARN: string) => ({
  messageId: message.messageId,
  receiptHandle: message.receiptHandle,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(Date.parse(message.sentAt)),
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: String(Date.now()),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
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
