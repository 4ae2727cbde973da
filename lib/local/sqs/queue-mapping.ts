import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import { maxInstancesOf } from "../lambda/function-pool.ts";
import { isRecursiveLoop, nextLineage } from "../lambda/lineage.ts";
import type { DeclaredFunction, DeclaredQueueMapping } from "../template/declared-stack.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";

type QueueConsumerOptions = {
  readonly queue: Queue;
  /** Messages processed at the same time. */
  readonly concurrency: number;
  /** Processes a message. If it does not delete the message, the consumer receives it again. */
  readonly handle: (message: ReceivedMessage) => Promise<void>;
};

const MAX_WAIT_MILLISECONDS = 60_000;

/** Receives and processes messages as they become visible, several at the same time, until stopped. */
export class QueueConsumer {
  readonly #options: QueueConsumerOptions;
  #running = 0;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueConsumerOptions) {
    this.#options = options;
    options.queue.onChange = () => this.#schedule(0);
    this.#schedule(0);
  }

  /** Stops receiving. Messages whose processing does not finish stay in the queue. */
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
    const { queue, concurrency } = this.#options;
    while (this.#running < concurrency) {
      const [message] = queue.receive(1);
      if (!message) break;
      void this.#handle(message);
    }
    // when all are busy, the first to finish schedules the next receive
    if (this.#running < concurrency)
      this.#schedule(Math.max(1, queue.nextVisibleAtMilliseconds() - Date.now()));
  }

  async #handle(message: ReceivedMessage) {
    this.#running += 1;
    await this.#options.handle(message).catch(() => {});
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

/**
 * Invokes a function with each message of a queue, as Lambda does. A failed message, or one of a recursive loop, stays in
 * flight until its visibility timeout.
 */
export const startQueueMapping = ({ declared, target, queue, invoke, log }: QueueMappingOptions) =>
  new QueueConsumer({
    queue,
    concurrency: maxInstancesOf(target),
    handle: async ({ messageId, body, receiptHandle, traceHeader }) => {
      const lineage = nextLineage(traceHeader);
      if (isRecursiveLoop(lineage))
        return log(`queue  ${target.label} is in a recursive loop: not invoked with message ${messageId}`);
      const record = { messageId, body, eventSource: "aws:sqs", eventSourceARN: declared.EventSourceArn };
      const failed = await invoke(JSON.stringify({ Records: [record] }), lineage)
        .then(failedItemIdentifiers)
        .catch(() => [messageId]);
      if (failed.length === 0) queue.delete(receiptHandle);
      else log(`queue  ${target.label} failed message ${messageId}`);
    },
  });
