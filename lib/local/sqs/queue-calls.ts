import { createHash } from "node:crypto";
import * as z from "zod";
import { type AwsCall, AwsError } from "../host/aws-call.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";

const MAX_BATCH_ENTRIES = 10;
const MAX_MESSAGE_BYTES = 1024 * 1024;

const messageInput = z
  .strictObject({
    MessageBody: z.string().min(1),
    DelaySeconds: z.int().min(0).max(900).optional(),
    MessageGroupId: z.string().min(1).max(128).optional(),
  })
  .transform(({ MessageBody: body, DelaySeconds: delaySeconds, MessageGroupId: groupId }) => ({
    body,
    delaySeconds,
    groupId,
  }));

const visibilityTimeout = z.int().min(0).max(43_200);
const batchOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ Entries: z.array(entry).min(1).max(MAX_BATCH_ENTRIES) });

const receiveInput = z.object({
  MaxNumberOfMessages: z.int().min(1).max(MAX_BATCH_ENTRIES).default(1),
  VisibilityTimeout: visibilityTimeout.optional(),
});
const deleteInput = z.object({ ReceiptHandle: z.string() });
const visibilityInput = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: visibilityTimeout });
const sendBatchInput = batchOf(z.object({ Id: z.string() }).loose());
const deleteBatchInput = batchOf(z.object({ Id: z.string(), ReceiptHandle: z.string() }));

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Stores the caller's trace header with the message, as SQS does. */
const send = (queue: Queue, request: unknown, traceHeader: string | undefined) => {
  const message = messageInput.parse(request);
  if (Buffer.byteLength(message.body) > MAX_MESSAGE_BYTES) {
    throw new AwsError(
      "InvalidParameterValue",
      "One or more parameters are invalid: the message is too long.",
    );
  }
  return { MessageId: queue.send({ ...message, traceHeader }), MD5OfMessageBody: md5(message.body) };
};

/** An invalid entry does not stop the others from being sent. */
const sendEntry = (queue: Queue, { Id, ...entry }: { Id: string }, traceHeader: string | undefined) => {
  try {
    return { Successful: [{ Id, ...send(queue, entry, traceHeader) }], Failed: [] };
  } catch (error) {
    const Code = error instanceof AwsError ? error.code : "InvalidParameterValue";
    return { Successful: [], Failed: [{ Id, SenderFault: true, Code, Message: Code }] };
  }
};

/** The attributes that SQS and a queue's mapping show alike. */
export const systemAttributes = (message: ReceivedMessage) => ({
  ApproximateReceiveCount: String(message.receiveCount),
  SentTimestamp: String(Date.parse(message.sentAt)),
  ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
  ...(message.traceHeader !== undefined && { AWSTraceHeader: message.traceHeader }),
});

const toSqsMessage = (message: ReceivedMessage) => ({
  MessageId: message.messageId,
  ReceiptHandle: message.receiptHandle,
  Body: message.body,
  MD5OfBody: md5(message.body),
  Attributes: systemAttributes(message),
});

type Operation = (queue: Queue, request: unknown, traceHeader: string | undefined) => object;

const OPERATIONS: Record<string, Operation> = {
  SendMessage: (queue, request, traceHeader) => {
    const { QueueUrl: _, ...message } = Object(request);
    return send(queue, message, traceHeader);
  },
  SendMessageBatch: (queue, request, traceHeader) => {
    const { Entries } = sendBatchInput.parse(request);
    const results = Entries.map((entry) => sendEntry(queue, entry, traceHeader));
    return {
      Successful: results.flatMap(({ Successful }) => Successful),
      Failed: results.flatMap(({ Failed }) => Failed),
    };
  },
  /** Responds at once: WaitTimeSeconds is ignored. */
  ReceiveMessage: (queue, request) => {
    const { MaxNumberOfMessages, VisibilityTimeout } = receiveInput.parse(request);
    return { Messages: queue.receive(MaxNumberOfMessages, VisibilityTimeout).map(toSqsMessage) };
  },
  DeleteMessage: (queue, request) => {
    queue.delete(deleteInput.parse(request).ReceiptHandle);
    return {};
  },
  DeleteMessageBatch: (queue, request) => {
    const { Entries } = deleteBatchInput.parse(request);
    for (const { ReceiptHandle } of Entries) queue.delete(ReceiptHandle);
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  },
  ChangeMessageVisibility: (queue, request) => {
    const { ReceiptHandle, VisibilityTimeout } = visibilityInput.parse(request);
    if (queue.changeVisibility(ReceiptHandle, VisibilityTimeout)) return {};
    throw new AwsError("MessageNotInflight", "The specified message isn't in flight.");
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

const queueInput = z.object({ QueueUrl: z.string() });

type QueueCall = Pick<AwsCall, "operation" | "request" | "traceHeader">;

/** @throws AwsError for a call that SQS would reject or that is not hosted */
export const callQueue = (
  findQueue: (queueUrl: string) => Queue,
  { operation, request, traceHeader }: QueueCall,
) => {
  const execute = OPERATIONS[operation];
  if (execute) return execute(findQueue(queueInput.parse(request).QueueUrl), request, traceHeader);
  throw new AwsError("UnsupportedOperation", `The local service does not host sqs:${operation}.`);
};
