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
