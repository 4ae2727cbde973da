import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import { maxInstancesOf } from "../lambda/function-pool.ts";
import { isRecursiveLoop, nextLineage } from "../lambda/lineage.ts";
import type { DeclaredFunction, DeclaredQueueMapping } from "../template/declared-stack.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";

type QueueConsumerOptions = {
  readonly queue: Queue;
  readonly batchSize: number;
  /** Batches processed at the same time. */
  readonly concurrency: number;
  /** Processes a batch; a message that it does not delete is received again. */
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
};

const MAX_WAIT_MILLISECONDS = 60_000;

/** Receives and processes batches as messages become visible, several at the same time, until stopped. */
export class QueueConsumer {
  readonly #options: QueueConsumerOptions;
  #running = 0;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueConsumerOptions) {
    this.#options = options;
    options.queue.onChange(() => this.#schedule(0));
    this.#schedule(0);
  }

  /** Receives no more; messages whose processing does not finish stay in the queue. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(milliseconds: number) {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#receive(), Math.min(milliseconds, MAX_WAIT_MILLISECONDS));
  }

  #receive() {
    const { queue, batchSize, concurrency } = this.#options;
    while (this.#running < concurrency) {
      const batch = queue.receive(batchSize);
      if (batch.length === 0) break;
      void this.#handle(batch);
    }
    // when all are busy, the first to finish schedules the next receive
    if (this.#running < concurrency)
      this.#schedule(Math.max(1, queue.nextVisibleAtMilliseconds() - Date.now()));
  }

  async #handle(batch: readonly ReceivedMessage[]) {
    this.#running += 1;
    await this.#options.handle(batch).catch(() => {});
    this.#running -= 1;
    this.#schedule(0);
  }
}

type QueueMappingOptions = {
  readonly declared: DeclaredQueueMapping;
  readonly target: DeclaredFunction;
  readonly queue: Queue;
  readonly invoke: (payload: string, lineage: number) => Promise<unknown>;
  readonly log: (line: string) => void;
};

/** Invokes a function with a queue's messages as Lambda does. Failed messages stay in flight until their visibility timeout. */
export const startQueueMapping = (options: QueueMappingOptions) => {
  const { declared, target, queue } = options;
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
    const isLoop = isRecursiveLoop(nextLineage(traceHeader));
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
  const { declared, invoke } = options;
  const result = await invoke(
    JSON.stringify({ Records: batch.map((message) => toLambdaRecord(message, declared.EventSourceArn)) }),
    Math.max(...batch.map(({ traceHeader }) => nextLineage(traceHeader))),
  );
  const failed = failedItemIdentifiers(result);
  const ids = batch.map(({ messageId }) => messageId);
  return failed.every((id) => ids.includes(id)) ? failed : ids;
};

const toLambdaRecord = ({ messageId, body }: ReceivedMessage, eventSourceARN: string) => ({
  messageId,
  body,
  eventSource: "aws:sqs",
  eventSourceARN,
});
