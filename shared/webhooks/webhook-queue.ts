import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  SQSServiceException,
} from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { batchesOf } from "../runtime/collections.ts";
import { AWS_CLIENT_DEFAULTS, endCallsAtDeadline } from "../runtime/deadline.ts";
import { environmentVariable } from "../runtime/environment.ts";
import { describeCause, log } from "../runtime/log.ts";
import { settleConcurrently } from "../runtime/map-concurrently.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../table/firm-id.ts";
import { type AttemptMessage, nextAttempt } from "./webhook-attempt.rules.ts";
import type { WebhookDelivery } from "./webhook-delivery.rules.ts";

/** The queue of delivery attempts. */
export type WebhookQueue = { readonly url: string; readonly client: SQSClient };

export const connectWebhookQueue = (url = environmentVariable("DELIVERY_QUEUE_URL")): WebhookQueue => ({
  url,
  client: endCallsAtDeadline(new SQSClient(AWS_CLIENT_DEFAULTS)),
});

const message = z.object({
  firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
  webhookId: z.string(),
  eventId: z.string(),
  dueAtMilliseconds: z.number(),
  isRequested: z.optional(z.literal(true)),
  isReleased: z.optional(z.literal(true)),
});

/** @throws when the body is not an attempt message */
export const parseAttemptMessage = (body: string): AttemptMessage => message.parse(JSON.parse(body));

const BATCH_MAXIMUM = 10;

/** A message, and the delay after which the queue delivers it. */
export type DelayedAttempt = { readonly message: AttemptMessage; readonly delayMilliseconds?: number };

/**
 * Returns a queue entry. Each endpoint has a message group: the fair queue delivers a quiet endpoint's messages before
 * a busy one's.
 */
const toQueueEntry = ({ message, delayMilliseconds = 0 }: DelayedAttempt) => ({
  MessageBody: JSON.stringify(message),
  MessageGroupId: message.webhookId,
  DelaySeconds: Math.max(0, Math.ceil(delayMilliseconds / 1_000)),
});

export const sendAttempt = async ({ client, url }: WebhookQueue, attempt: DelayedAttempt): Promise<void> => {
  await client.send(new SendMessageCommand({ QueueUrl: url, ...toQueueEntry(attempt) }));
};

/** Batches at a time from one of ten shards. Together they are fewer than the connections of a client. */
const CONCURRENT_BATCHES = 8;

/**
 * Sends all messages, even if the queue rejects some.
 * @throws the first fault, once everything else is sent
 */
export const sendAttempts = async (
  queue: WebhookQueue,
  attempts: readonly DelayedAttempt[],
): Promise<void> => {
  const { faults } = await settleConcurrently(
    batchesOf(attempts, BATCH_MAXIMUM),
    CONCURRENT_BATCHES,
    (batch) => sendBatch(queue, batch),
  );
  if (faults.length > 0) throw faults[0];
};

/** @throws an error of the service if the queue rejects a message, as if it refused the whole call */
const sendBatch = async ({ client, url }: WebhookQueue, batch: readonly DelayedAttempt[]): Promise<void> => {
  const Entries = batch.map((attempt, index) => ({ Id: String(index), ...toQueueEntry(attempt) }));
  const { Failed: [rejected] = [], $metadata } = await client.send(
    new SendMessageBatchCommand({ QueueUrl: url, Entries }),
  );
  if (rejected === undefined) return;
  const { Code: name = "", SenderFault } = rejected;
  throw new SQSServiceException({ name, $fault: SenderFault ? "client" : "server", $metadata });
};

type Options = {
  /** Set when the firm asked for this attempt: it is made even while other deliveries wait for the endpoint. */
  readonly isRequested?: true;
};

/** Queues the next attempts of stored deliveries. A failing queue only delays them, since the sweep finds them. */
export const queueNextAttempts = async (
  queue: WebhookQueue,
  firm: FirmId,
  deliveries: readonly WebhookDelivery[],
  { isRequested }: Options = {},
): Promise<void> => {
  const attempts = deliveries.map((delivery) => ({
    message: { ...nextAttempt(firm, delivery), isRequested },
  }));
  try {
    await sendAttempts(queue, attempts);
  } catch (error) {
    log("error", "attempts_not_queued", { count: attempts.length, cause: describeCause(error) });
  }
};
