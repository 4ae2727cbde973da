import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { AwsError } from "./aws-call.ts";

type QueueStoreOptions = {
  readonly directory: string;
  readonly queueNames: readonly string[];
  readonly log: (line: string) => void;
};

const sendMessage = z.object({ QueueUrl: z.string(), MessageBody: z.string() });

/** The declared queues. Nothing reads them yet: each message is a line of `<directory>/<queue>.jsonl`. */
export class QueueStore {
  readonly #options: QueueStoreOptions;

  constructor(options: QueueStoreOptions) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
  }

  /** @throws AwsError if no such queue is declared */
  send(queueName: string, body: string) {
    const { directory, queueNames, log } = this.#options;
    if (!queueNames.includes(queueName)) {
      throw new AwsError("QueueDoesNotExist", `The specified queue ${queueName} does not exist.`);
    }
    const messageId = randomUUID();
    const message = { messageId, sentAt: new Date().toISOString(), body };
    appendFileSync(join(directory, `${queueName}.jsonl`), `${JSON.stringify(message)}\n`);
    log(`queue ${queueName}  message ${messageId}`);
    return messageId;
  }

  /** Answers a call of the SQS API. */
  call(operation: string, request: unknown) {
    if (operation !== "SendMessage") {
      throw new AwsError("UnsupportedOperation", `The local service does not host sqs:${operation}.`);
    }
    const { QueueUrl, MessageBody } = sendMessage.parse(request);
    const MessageId = this.send(QueueUrl.split("/").at(-1) ?? "", MessageBody);
    return { MessageId, MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex") };
  }
}
