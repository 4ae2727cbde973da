import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { requireGrants } from "../iam/require-grants.ts";
import { Queue, type ReceivedMessage } from "../sqs/queue.ts";
import { QueueConsumer } from "../sqs/queue-consumer.ts";
import type { DeclaredAsyncInvocation, DeclaredFunction } from "../template/declared-stack.ts";
import { failedInvocationRecord } from "./failed-invocation.ts";
import type { MaxWorkersOf } from "./max-workers.ts";

/** Delays before the retries; AWS waits minutes. */
const RETRY_DELAY_SECONDS = [1, 2];
/** Longer than any invocation, so that its event stays hidden meanwhile. */
const VISIBILITY_SECONDS = 900;

type AsyncInvocationsOptions = {
  readonly directory: string;
  readonly functions: readonly DeclaredFunction[];
  readonly declared: readonly DeclaredAsyncInvocation[];
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  readonly sendToQueue: (queueArn: string, body: string) => void;
  readonly concurrencyOf: MaxWorkersOf;
  readonly log: (line: string) => void;
};

type EventQueue = {
  readonly target: DeclaredFunction;
  readonly settings: DeclaredAsyncInvocation | undefined;
  readonly queue: Queue;
};

/**
 * Lambda's internal queues of asynchronous invocations, one for each function. Events survive a restart, are retried
 * as declared and then go to the declared on-failure destination.
 */
export class AsyncInvocations {
  readonly #options: AsyncInvocationsOptions;
  readonly #queues: ReadonlyMap<string, EventQueue>;
  readonly #consumers: readonly QueueConsumer[];
  #stopped = false;

  /** @throws StartError if a function's role may not send to its destination */
  constructor(options: AsyncInvocationsOptions) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
    const queues = options.functions.map((target) => openQueue(target, options));
    this.#queues = new Map(queues.map((eventQueue) => [eventQueue.target.name, eventQueue]));
    this.#consumers = queues.map((eventQueue) => this.#startConsumer(eventQueue));
  }

  /** Stores an event, with which the function is invoked at least once. */
  enqueue(functionName: string, event: unknown) {
    const eventQueue = this.#queues.get(functionName);
    if (!eventQueue) throw new Error(`There is no function ${functionName}.`);
    eventQueue.queue.send({ body: JSON.stringify(event) });
  }

  stop() {
    this.#stopped = true;
    for (const consumer of this.#consumers) consumer.stop();
  }

  #startConsumer(eventQueue: EventQueue) {
    const handle = async ([message]: readonly ReceivedMessage[]) => {
      if (message) await this.#invoke(eventQueue, message);
    };
    return new QueueConsumer({
      queue: eventQueue.queue,
      batchSize: 1,
      windowSeconds: 0,
      concurrency: this.#options.concurrencyOf(eventQueue.target),
      handle,
    });
  }

  async #invoke(eventQueue: EventQueue, message: ReceivedMessage) {
    const { target, queue } = eventQueue;
    try {
      await this.#options.invoke(target.name, message.body);
      queue.delete(message.receiptHandle);
    } catch {
      // the shutdown aborted the invocation: the next start retries it
      if (!this.#stopped) this.#retryOrDiscard(eventQueue, message);
    }
  }

  #retryOrDiscard({ target, settings, queue }: EventQueue, message: ReceivedMessage) {
    const { receiptHandle, receiveCount } = message;
    if (receiveCount <= (settings?.MaximumRetryAttempts ?? 2)) {
      const delaySeconds = RETRY_DELAY_SECONDS[receiveCount - 1] ?? RETRY_DELAY_SECONDS.at(-1) ?? 0;
      queue.changeVisibility(receiptHandle, delaySeconds);
      return;
    }
    const { log, sendToQueue } = this.#options;
    log(`async  ${target.name} failed every attempt: event ${message.messageId} is discarded`);
    const destination = settings?.DestinationConfig?.OnFailure?.Destination;
    if (destination) sendToQueue(destination, JSON.stringify(discardRecord(target, message)));
    queue.delete(receiptHandle);
  }
}

const openQueue = (
  target: DeclaredFunction,
  { directory, declared }: AsyncInvocationsOptions,
): EventQueue => {
  const settings = declared.find(({ FunctionName }) => FunctionName === target.name);
  const destination = settings?.DestinationConfig?.OnFailure?.Destination;
  if (settings && destination) {
    requireGrants(settings.id, target, [{ action: "sqs:SendMessage", resource: destination }]);
  }
  const queue = new Queue({
    file: join(directory, `${target.name}.invocations.jsonl`),
    rules: {
      visibilitySeconds: VISIBILITY_SECONDS,
      delaySeconds: 0,
      retentionSeconds: settings?.MaximumEventAgeInSeconds ?? 6 * 3_600,
      receivesMaximum: Number.POSITIVE_INFINITY,
    },
    onDead: () => {},
  });
  return { target, settings, queue };
};

/** The record at the on-failure destination. */
const discardRecord = ({ arn }: DeclaredFunction, message: ReceivedMessage) => ({
  ...failedInvocationRecord({
    requestId: message.messageId,
    functionArn: `${arn}:$LATEST`,
    condition: "RetriesExhausted",
    invocations: message.receiveCount,
  }),
  requestPayload: JSON.parse(message.body),
});
