import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { type FirmId, firmIdFromVerifiedSource } from "../domain/firm/firm-id.ts";

/** The queue of attempts to be made. */
export type WebhookQueue = { readonly url: string; readonly client: SQSClient };

export const connectWebhookQueue = (url: string): WebhookQueue => ({
  url,
  client: new SQSClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  }),
});

/** One attempt to be made, by ids alone: what is sent, where to and signed by what stays in the table. */
export type AttemptMessage = {
  readonly firmId: FirmId;
  readonly webhookId: string;
  readonly eventId: string;
  readonly round: number;
  /** The first is 1. */
  readonly attempt: number;
  readonly dueMilliseconds: number;
};

const message = z.object({
  firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
  webhookId: z.string(),
  eventId: z.string(),
  round: z.number(),
  attempt: z.number(),
  dueMilliseconds: z.number(),
});

/** @throws if it is no message of ours */
export const parseAttemptMessage = (body: string): AttemptMessage => message.parse(JSON.parse(body));

/** The queue keeps no message back for longer: what is due later is sent on until it is. */
export const DELAY_SECONDS_MAXIMUM = 900;
const BATCH_MAXIMUM = 10;

/** A message group for each firm: the queue hands out a quiet firm's messages before those of a busy one. */
const queued = (message: AttemptMessage, nowMilliseconds: number) => ({
  MessageBody: JSON.stringify(message),
  MessageGroupId: message.firmId,
  DelaySeconds: Math.min(
    DELAY_SECONDS_MAXIMUM,
    Math.max(0, Math.ceil((message.dueMilliseconds - nowMilliseconds) / 1_000)),
  ),
});

export const sendAttempt = async (
  { client, url }: WebhookQueue,
  message: AttemptMessage,
  nowMilliseconds: number,
): Promise<void> => {
  await client.send(new SendMessageCommand({ QueueUrl: url, ...queued(message, nowMilliseconds) }));
};

/** @throws if any of them was not taken */
export const sendAttempts = async (
  queue: WebhookQueue,
  messages: readonly AttemptMessage[],
  nowMilliseconds: number,
): Promise<void> => {
  for (let start = 0; start < messages.length; start += BATCH_MAXIMUM) {
    const batch = messages.slice(start, start + BATCH_MAXIMUM);
    const Entries = batch.map((message, index) => ({
      Id: String(index),
      ...queued(message, nowMilliseconds),
    }));
    const { Failed = [] } = await queue.client.send(
      new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }),
    );
    const codes = Failed.map(({ Code }) => Code).join(", ");
    if (codes) throw new Error(`The queue refused ${Failed.length} messages: ${codes}`);
  }
};
