import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { type FirmId, firmIdFromVerifiedSource } from "../domain/firm/firm-id.ts";
import type { WebhookDelivery } from "../domain/webhooks/webhook-delivery.ts";
import { AWS_CLIENT_DEFAULTS } from "../runtime/aws-client-defaults.ts";

/** The queue of delivery attempts. */
export type WebhookQueue = { readonly url: string; readonly client: SQSClient };

export const connectWebhookQueue = (url: string): WebhookQueue => ({
  url,
  client: new SQSClient(AWS_CLIENT_DEFAULTS),
});

/** One attempt, identified by ids only: body, address and secrets stay in the table. */
export type AttemptMessage = {
  readonly firmId: FirmId;
  readonly webhookId: string;
  readonly eventId: string;
  readonly round: number;
  /** Counts from 1 in each round. */
  readonly attempt: number;
  readonly dueMilliseconds: number;
};

/** The first attempt of a delivery's current round. */
export const firstAttempt = (firmId: FirmId, delivery: WebhookDelivery): AttemptMessage => ({
  firmId,
  webhookId: delivery.webhookId,
  eventId: delivery.id,
  round: delivery.round,
  attempt: 1,
  dueMilliseconds: delivery.nextAttemptMilliseconds,
});

const message = z.object({
  firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
  webhookId: z.string(),
  eventId: z.string(),
  round: z.number(),
  attempt: z.number(),
  dueMilliseconds: z.number(),
});

/** @throws when the body is not an attempt message */
export const parseAttemptMessage = (body: string): AttemptMessage => message.parse(JSON.parse(body));

/** SQS delays a message by at most 15 minutes; a later attempt is queued again until it is due. */
export const DELAY_SECONDS_MAXIMUM = 900;
const BATCH_MAXIMUM = 10;

/** One message group per firm: the fair queue delivers a quiet firm's messages before those of a busy one. */
const toQueueEntry = (message: AttemptMessage, nowMilliseconds: number) => ({
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
  await client.send(new SendMessageCommand({ QueueUrl: url, ...toQueueEntry(message, nowMilliseconds) }));
};

/** @throws when the queue rejects any of the messages */
export const sendAttempts = async (
  queue: WebhookQueue,
  messages: readonly AttemptMessage[],
  nowMilliseconds: number,
): Promise<void> => {
  for (let start = 0; start < messages.length; start += BATCH_MAXIMUM) {
    const batch = messages.slice(start, start + BATCH_MAXIMUM);
    const Entries = batch.map((message, index) => ({
      Id: String(index),
      ...toQueueEntry(message, nowMilliseconds),
    }));
    const { Failed = [] } = await queue.client.send(
      new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }),
    );
    const codes = Failed.map(({ Code }) => Code).join(", ");
    if (codes) throw new Error(`The queue rejected ${Failed.length} messages: ${codes}`);
  }
};
