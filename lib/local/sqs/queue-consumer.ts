import type { Queue, ReceivedMessage } from "./queue.ts";

type QueueConsumerOptions = {
  readonly queue: Queue;
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** Batches at once. */
  readonly concurrency: number;
  /** Sees to every message of a batch: what it does not delete is received again. */
  readonly handle: (batch: readonly ReceivedMessage[]) => Promise<void>;
};

const REST_MILLISECONDS_MAXIMUM = 60_000;

/** Takes batches off a queue as they become visible, several at once, until it is stopped. */
export class QueueConsumer {
  readonly #options: QueueConsumerOptions;
  #running = 0;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #windowEnds: number | undefined;

  constructor(options: QueueConsumerOptions) {
    this.#options = options;
    options.queue.onChange(() => this.#plan(0));
    this.#plan(0);
  }

  /** Takes no more; what is under way stays in the queue unless it is done. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #plan(milliseconds: number) {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#take(), Math.min(milliseconds, REST_MILLISECONDS_MAXIMUM));
  }

  #take() {
    const { queue, batchSize, concurrency } = this.#options;
    if (this.#mustGather()) return;
    while (this.#running < concurrency) {
      const batch = queue.receive(batchSize);
      if (batch.length === 0) break;
      void this.#handle(batch);
    }
    // when all are busy, the first to end looks again
    if (this.#running < concurrency) this.#plan(Math.max(1, queue.nextVisibleAtMilliseconds() - Date.now()));
  }

  async #handle(batch: readonly ReceivedMessage[]) {
    this.#running += 1;
    await this.#options.handle(batch).catch(() => {});
    this.#running -= 1;
    this.#plan(0);
  }

  /** Whether a batch that is not full is given the declared time to become so. */
  #mustGather() {
    const { queue, batchSize, windowSeconds } = this.#options;
    const { visible } = queue.counts();
    if (windowSeconds === 0 || visible === 0 || visible >= batchSize) {
      this.#windowEnds = undefined;
      return false;
    }
    this.#windowEnds ??= Date.now() + windowSeconds * 1_000;
    const left = this.#windowEnds - Date.now();
    if (left > 0) this.#plan(left);
    else this.#windowEnds = undefined;
    return left > 0;
  }
}
