import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import { isAllowed } from "../iam/iam-policy.ts";
import { type DeclaredFunction, type DeclaredQueueMapping, nameInArn } from "../template/declared-stack.ts";
import { REGION } from "../template/resource-names.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";
import { QueueConsumer } from "./queue-consumer.ts";

type QueueMappingOptions = {
  readonly declared: DeclaredQueueMapping;
  readonly target: DeclaredFunction;
  readonly queue: Queue;
  readonly invoke: (event: { Records: readonly object[] }) => Promise<unknown>;
  /** Instances of the function that there can be. */
  readonly workersMaximum: number;
  readonly log: (line: string) => void;
};

/**
 * Hands a queue's messages to a function as Lambda does. What fails stays in flight until its visibility is over.
 * @throws StartError if the function's role lacks what Lambda needs to read the queue
 */
export const startQueueMapping = (options: QueueMappingOptions) => {
  requireGrants(options);
  const { declared, queue, workersMaximum } = options;
  return new QueueConsumer({
    queue,
    batchSize: declared.BatchSize,
    windowSeconds: declared.MaximumBatchingWindowInSeconds,
    concurrency: Math.min(declared.ScalingConfig.MaximumConcurrency, workersMaximum),
    handle: (batch) => handle(batch, options),
  });
};

const handle = async (batch: readonly ReceivedMessage[], options: QueueMappingOptions) => {
  const { target, queue, log } = options;
  const failed = await failedOf(batch, options).catch(() => batch.map(({ messageId }) => messageId));
  if (failed.length > 0) log(`queue  ${target.label} failed ${failed.length} of ${batch.length} messages`);
  for (const { messageId, receiptHandle } of batch) {
    if (!failed.includes(messageId)) queue.delete(receiptHandle);
  }
};

const batchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/** The messages that the function reports; one that is not in the batch, or no such answer, means all of it. */
const failedOf = async (batch: readonly ReceivedMessage[], options: QueueMappingOptions) => {
  const { declared, invoke } = options;
  const result = await invoke({
    Records: batch.map((message) => recordOf(message, declared.EventSourceArn)),
  });
  if (!declared.FunctionResponseTypes.includes("ReportBatchItemFailures")) return [];
  const { batchItemFailures } = batchResponse.parse(result ?? {});
  const failed = (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  const ids = batch.map(({ messageId }) => messageId);
  return failed.every((id) => ids.includes(id)) ? failed : ids;
};

const recordOf = (message: ReceivedMessage, eventSourceARN: string) => ({
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

const requireGrants = ({ declared, target }: QueueMappingOptions) => {
  const resource = declared.EventSourceArn;
  const missing = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].find(
    (operation) => !isAllowed(target.statements, { action: `sqs:${operation}`, resource }),
  );
  if (!missing) return;
  throw new StartError(
    `${declared.id} needs sqs:${missing} on ${nameInArn(resource)}, which ${target.label}'s role does not grant.`,
  );
};
