import { createHash } from "node:crypto";
import * as z from "zod";
import { type AwsCall, AwsError } from "../host/aws-call.ts";
import type { DeclaredQueue } from "../template/declared-stack.ts";
import { nameFromArn } from "../template/resource-names.ts";
import { type MessageInput, Queue, type ReceivedMessage } from "./queue.ts";

const message = {
  MessageBody: z.string().min(1),
  DelaySeconds: z.int().min(0).max(900).optional(),
  MessageGroupId: z.string().optional(),
};
const QueueUrl = z.string();
const sendInput = z.strictObject({ QueueUrl, ...message });
const sendBatchInput = z.strictObject({
  QueueUrl,
  Entries: z
    .array(z.strictObject({ Id: z.string(), ...message }))
    .min(1)
    .max(10),
});
const receiveInput = z.object({
  MaxNumberOfMessages: z.int().min(1).max(10).default(1),
  VisibilityTimeout: z.int().optional(),
});
const deleteInput = z.object({ ReceiptHandle: z.string() });
const visibilityInput = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.int() });

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

type Message = Omit<z.output<typeof sendInput>, "QueueUrl">;

/** Stores the caller's trace header with the message, as SQS does. */
const send = (queue: Queue, { MessageBody: body, ...rest }: Message, traceHeader: string | undefined) => {
  const input = { body, delaySeconds: rest.DelaySeconds, groupId: rest.MessageGroupId, traceHeader };
  return { MessageId: queue.send(input), MD5OfMessageBody: md5(body) };
};

const toSqsMessage = (message: ReceivedMessage) => ({
  MessageId: message.messageId,
  ReceiptHandle: message.receiptHandle,
  Body: message.body,
  MD5OfBody: md5(message.body),
  Attributes: {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAtMilliseconds),
  },
});

type Operation = (queue: Queue, request: unknown, traceHeader: string | undefined) => object;

const OPERATIONS: Record<string, Operation> = {
  SendMessage: (queue, request, traceHeader) => send(queue, sendInput.parse(request), traceHeader),
  SendMessageBatch: (queue, request, traceHeader) => ({
    Successful: sendBatchInput
      .parse(request)
      .Entries.map(({ Id, ...entry }) => ({ Id, ...send(queue, entry, traceHeader) })),
    Failed: [],
  }),
  /** Responds at once: WaitTimeSeconds is ignored. */
  ReceiveMessage: (queue, request) => {
    const { MaxNumberOfMessages, VisibilityTimeout } = receiveInput.parse(request);
    return { Messages: queue.receive(MaxNumberOfMessages, VisibilityTimeout).map(toSqsMessage) };
  },
  DeleteMessage: (queue, request) => {
    queue.delete(deleteInput.parse(request).ReceiptHandle);
    return {};
  },
  ChangeMessageVisibility: (queue, request) => {
    const { ReceiptHandle, VisibilityTimeout } = visibilityInput.parse(request);
    queue.changeVisibility(ReceiptHandle, VisibilityTimeout);
    return {};
  },
  GetQueueAttributes: (queue) => {
    const { visible, inFlight, delayed } = queue.counts();
    return {
      Attributes: {
        ApproximateNumberOfMessages: String(visible),
        ApproximateNumberOfMessagesNotVisible: String(inFlight),
        ApproximateNumberOfMessagesDelayed: String(delayed),
      },
    };
  },
};

type QueueStoreOptions = {
  readonly queues: readonly DeclaredQueue[];
  readonly log: (line: string) => void;
};

/** The declared queues, with SQS's API. They end with the process; the sweep finds deliveries that waited in one. */
export class QueueStore {
  readonly #log: (line: string) => void;
  readonly #queues: ReadonlyMap<string, Queue>;

  constructor({ queues, log }: QueueStoreOptions) {
    this.#log = log;
    this.#queues = new Map(queues.map(({ name, visibilitySeconds }) => [name, new Queue(visibilitySeconds)]));
  }

  /** @throws AwsError if no such queue is declared */
  get(queueName: string): Queue {
    const queue = this.#queues.get(queueName);
    if (queue) return queue;
    throw new AwsError("QueueDoesNotExist", `The specified queue ${queueName} does not exist.`);
  }

  /** @throws AwsError if no such queue is declared */
  send(queueArn: string, message: MessageInput) {
    const messageId = this.get(nameFromArn(queueArn)).send(message);
    this.#log(`queue ${nameFromArn(queueArn)}  message ${messageId}`);
  }

  /** @throws AwsError for a call that SQS would reject or that is not hosted */
  call({ operation, request, headers }: Pick<AwsCall, "operation" | "request"> & Partial<AwsCall>) {
    const execute = OPERATIONS[operation];
    if (!execute)
      throw new AwsError("UnsupportedOperation", `The local service does not host sqs:${operation}.`);
    const queueUrl = QueueUrl.parse(Object(request).QueueUrl);
    return execute(this.get(nameFromArn(queueUrl)), request, headers?.["x-amzn-trace-id"]?.toString());
  }
}
