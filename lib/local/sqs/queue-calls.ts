import { createHash } from "node:crypto";
import * as z from "zod";
import { AwsError } from "../host/aws-call.ts";
import type { Queue, ReceivedMessage } from "./queue.ts";

const BATCH_MAXIMUM = 10;
const MESSAGE_BYTES_MAXIMUM = 1024 * 1024;

const sent = z
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

const visibility = z.int().min(0).max(43_200);
const batchOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ Entries: z.array(entry).min(1).max(BATCH_MAXIMUM) });

const receive = z.object({
  MaxNumberOfMessages: z.int().min(1).max(BATCH_MAXIMUM).default(1),
  VisibilityTimeout: visibility.optional(),
});
const deletion = z.object({ ReceiptHandle: z.string() });
const changedVisibility = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: visibility });
const sentBatch = batchOf(z.object({ Id: z.string() }).loose());
const deletionBatch = batchOf(z.object({ Id: z.string(), ReceiptHandle: z.string() }));

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const send = (queue: Queue, request: unknown) => {
  const message = sent.parse(request);
  if (Buffer.byteLength(message.body) > MESSAGE_BYTES_MAXIMUM) {
    throw new AwsError(
      "InvalidParameterValue",
      "One or more parameters are invalid: the message is too long.",
    );
  }
  return { MessageId: queue.send(message), MD5OfMessageBody: md5(message.body) };
};

/** One that is wrong does not keep the others from being sent. */
const sendEntry = (queue: Queue, { Id, ...entry }: { Id: string }) => {
  try {
    return { Successful: [{ Id, ...send(queue, entry) }], Failed: [] };
  } catch (error) {
    const Code = error instanceof AwsError ? error.code : "InvalidParameterValue";
    return { Successful: [], Failed: [{ Id, SenderFault: true, Code, Message: Code }] };
  }
};

const shown = (message: ReceivedMessage) => ({
  MessageId: message.messageId,
  ReceiptHandle: message.receiptHandle,
  Body: message.body,
  MD5OfBody: md5(message.body),
  Attributes: {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(Date.parse(message.sentAt)),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
  },
});

const OPERATIONS: Record<string, (queue: Queue, request: unknown) => object> = {
  SendMessage: (queue, request) => {
    const { QueueUrl: _, ...message } = Object(request);
    return send(queue, message);
  },
  SendMessageBatch: (queue, request) => {
    const results = sentBatch.parse(request).Entries.map((entry) => sendEntry(queue, entry));
    return {
      Successful: results.flatMap(({ Successful }) => Successful),
      Failed: results.flatMap(({ Failed }) => Failed),
    };
  },
  /** Answers at once, however long the caller would wait. */
  ReceiveMessage: (queue, request) => {
    const { MaxNumberOfMessages, VisibilityTimeout } = receive.parse(request);
    return { Messages: queue.receive(MaxNumberOfMessages, VisibilityTimeout).map(shown) };
  },
  DeleteMessage: (queue, request) => {
    queue.delete(deletion.parse(request).ReceiptHandle);
    return {};
  },
  DeleteMessageBatch: (queue, request) => {
    const { Entries } = deletionBatch.parse(request);
    for (const { ReceiptHandle } of Entries) queue.delete(ReceiptHandle);
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  },
  ChangeMessageVisibility: (queue, request) => {
    const { ReceiptHandle, VisibilityTimeout } = changedVisibility.parse(request);
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

const addressed = z.object({ QueueUrl: z.string() });

/** @throws AwsError for what SQS would refuse, or is not hosted */
export const callQueue = (queueOf: (queueUrl: string) => Queue, operation: string, request: unknown) => {
  const answer = OPERATIONS[operation];
  if (answer) return answer(queueOf(addressed.parse(request).QueueUrl), request);
  throw new AwsError("UnsupportedOperation", `The local service does not host sqs:${operation}.`);
};
