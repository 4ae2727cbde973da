import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Queue, type ReceivedMessage } from "../sqs/queue.ts";
import { QueueConsumer } from "../sqs/queue-consumer.ts";
import type { DeclaredAsyncInvocation, DeclaredFunction } from "../template/declared-stack.ts";
import { failureRecord, requireDestinationGrant } from "./async-failure.ts";

/** Waits before a retry; AWS takes minutes. */
const RETRY_SECONDS = [1, 2];
/** While an invocation is under way its event is nobody else's. */
const INVOCATION_SECONDS = 900;

type AsyncInvocationsOptions = {
  readonly directory: string;
  readonly functions: readonly DeclaredFunction[];
  readonly declared: readonly DeclaredAsyncInvocation[];
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly sendToQueue: (queueArn: string, body: string) => void;
  readonly concurrency: number;
  readonly log: (line: string) => void;
};

type Line = { readonly queue: Queue; readonly consumer: QueueConsumer };

/**
 * Lambda's own queue of asynchronous invocations, one for each function: events wait there over a restart too, are
 * tried again as declared and end at the declared destination.
 */
export class AsyncInvocations {
  readonly #options: AsyncInvocationsOptions;
  readonly #lines: ReadonlyMap<string, Line>;
  #stopped = false;

  /** @throws StartError if a function's role may not send to its destination */
  constructor(options: AsyncInvocationsOptions) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
    for (const declared of options.declared) requireDestinationGrant(declared, options.functions);
    this.#lines = new Map(options.functions.map(({ name }) => [name, this.#line(name)]));
  }

  /** Takes an event: it is sure to be tried. */
  accept(functionName: string, event: unknown) {
    const line = this.#lines.get(functionName);
    if (!line) throw new Error(`There is no function ${functionName}.`);
    line.queue.send({ body: JSON.stringify(event) });
  }

  stop() {
    this.#stopped = true;
    for (const { consumer } of this.#lines.values()) consumer.stop();
  }

  #line(name: string): Line {
    const { directory, concurrency } = this.#options;
    const settings = this.#options.declared.find(({ FunctionName }) => FunctionName === name);
    const queue = new Queue({
      file: join(directory, `${name}.invocations.jsonl`),
      rules: {
        visibilitySeconds: INVOCATION_SECONDS,
        delaySeconds: 0,
        retentionSeconds: settings?.MaximumEventAgeInSeconds ?? 6 * 3_600,
        receivesMaximum: Number.POSITIVE_INFINITY,
      },
      onDead: () => {},
    });
    const handle = async ([message]: readonly ReceivedMessage[]) => {
      if (message) await this.#try(name, queue, message);
    };
    return {
      queue,
      consumer: new QueueConsumer({ queue, batchSize: 1, windowSeconds: 0, concurrency, handle }),
    };
  }

  async #try(name: string, queue: Queue, message: ReceivedMessage) {
    const { declared, invoke } = this.#options;
    try {
      await invoke(name, JSON.parse(message.body));
      queue.delete(message.receiptHandle);
    } catch {
      // not the function's failure: the next start tries again
      if (this.#stopped) return;
      const settings = declared.find(({ FunctionName }) => FunctionName === name);
      const delay = RETRY_SECONDS[message.receiveCount - 1] ?? RETRY_SECONDS.at(-1) ?? 0;
      if (message.receiveCount <= (settings?.MaximumRetryAttempts ?? 2)) {
        queue.changeVisibility(message.receiptHandle, delay);
      } else {
        this.#giveUp(name, message, settings);
        queue.delete(message.receiptHandle);
      }
    }
  }

  #giveUp(name: string, message: ReceivedMessage, settings: DeclaredAsyncInvocation | undefined) {
    const { log, sendToQueue } = this.#options;
    log(`async  ${name} failed each time: ${message.messageId} is given up`);
    const destination = settings?.DestinationConfig?.OnFailure?.Destination;
    if (destination) sendToQueue(destination, JSON.stringify(failureRecord(name, message)));
  }
}
