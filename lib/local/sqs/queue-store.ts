import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type AwsCall, AwsError } from "../host/aws-call.ts";
import type { DeclaredQueue } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";
import { type MessageInput, Queue } from "./queue.ts";
import { callQueue } from "./queue-calls.ts";

type QueueStoreOptions = {
  readonly directory: string;
  readonly queues: readonly DeclaredQueue[];
  readonly log: (line: string) => void;
};

/** The declared queues, each with a journal at `<directory>/<queue>.jsonl`. */
export class QueueStore {
  readonly #log: (line: string) => void;
  readonly #queues: ReadonlyMap<string, Queue>;

  constructor({ directory, queues, log }: QueueStoreOptions) {
    mkdirSync(directory, { recursive: true });
    this.#log = log;
    this.#queues = new Map(
      queues.map(({ name, rules, deadLetterArn }) => {
        const file = join(directory, `${name}.jsonl`);
        const onDead = ({ body }: { body: string }) => this.send(deadLetterArn ?? name, { body });
        return [name, new Queue({ file, rules, onDead })];
      }),
    );
  }

  /** @throws AwsError if no such queue is declared */
  get(queueName: string): Queue {
    const queue = this.#queues.get(queueName);
    if (queue) return queue;
    throw new AwsError("QueueDoesNotExist", `The specified queue ${queueName} does not exist.`);
  }

  /** @throws AwsError if no such queue is declared */
  send(nameOrArn: string, message: MessageInput) {
    const messageId = this.get(nameFromArn(nameOrArn)).send(message);
    this.#log(`queue ${nameFromArn(nameOrArn)}  message ${messageId}`);
    return messageId;
  }

  /** Handles a call of the SQS API. */
  call(call: Pick<AwsCall, "operation" | "request" | "traceHeader">) {
    return callQueue((queueUrl) => this.get(queueUrl.split("/").at(-1) ?? ""), call);
  }
}
