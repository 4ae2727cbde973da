import { signingSecrets, type Webhook } from "../../domain/webhooks/webhook.ts";
import { type WebhookDelivery, withAttempt } from "../../domain/webhooks/webhook-delivery.ts";
import {
  hasFailedTooLong,
  isGone,
  isSuccess,
  nextAttemptMilliseconds,
} from "../../domain/webhooks/webhook-retry-schedule.ts";
import { log } from "../../runtime/log.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import {
  webhookDeliveryRecord,
  webhookDeliveryStore,
} from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";
import type { PostOutcome } from "../../webhooks/post-webhook.ts";
import { webhookHeaders } from "../../webhooks/sign-webhook.ts";
import { type AttemptMessage, sendAttempt, type WebhookQueue } from "../../webhooks/webhook-queue.ts";

/** What an attempt depends on; tests pass their own clock, randomness and transport. */
export type DeliveryDependencies = {
  readonly table: Table;
  readonly queue: WebhookQueue;
  readonly post: (request: {
    url: string;
    headers: Record<string, string>;
    body: string;
  }) => Promise<PostOutcome>;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** An attempt that is due, of a pending delivery to an enabled endpoint. */
type Attempt = {
  readonly message: AttemptMessage;
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
};

/** Makes the attempt of a message, unless it was already made or the delivery no longer needs it. */
export const deliverWebhook = async (
  dependencies: DeliveryDependencies,
  message: AttemptMessage,
): Promise<void> => {
  const { table, queue, now } = dependencies;
  if (message.dueMilliseconds > now()) return sendAttempt(queue, message, now());
  const { firmId, webhookId, eventId } = message;
  const { webhook, delivery } = await readRecords(table, {
    webhook: webhookRecord(firmId, webhookId),
    delivery: webhookDeliveryRecord(firmId, webhookId, eventId),
  });
  if (!webhook || !delivery || !isOpen(delivery, message)) return;
  if (delivery.attemptCount >= message.attempt) return sendNextAttempt(dependencies, message, delivery);
  if (webhook.enabled) return attempt(dependencies, { message, webhook, delivery });
  await webhookDeliveryStore(table).recordProgress(firmId, delivery, { state: "skipped" });
};

const isOpen = ({ state, round }: WebhookDelivery, message: AttemptMessage) =>
  state === "pending" && round === message.round;

/** A message arrives again when its function ended between recording the attempt and queueing the next one. */
const sendNextAttempt = async (
  dependencies: DeliveryDependencies,
  message: AttemptMessage,
  delivery: WebhookDelivery,
) => {
  if (delivery.attemptCount !== message.attempt) return;
  const dueMilliseconds = delivery.nextAttemptMilliseconds;
  const next = { ...message, attempt: message.attempt + 1, dueMilliseconds };
  await sendAttempt(dependencies.queue, next, dependencies.now());
};

const attempt = async (
  dependencies: DeliveryDependencies,
  { message, webhook, delivery }: Attempt,
): Promise<void> => {
  const startedAt = dependencies.now();
  const outcome = await dependencies.post({
    url: webhook.url,
    headers: webhookHeaders(delivery, signingSecrets(webhook, startedAt), startedAt),
    body: delivery.body,
  });
  const { status, error } = outcome;
  log(isSuccess(outcome) ? "info" : "warn", "delivery_attempted", {
    webhookId: webhook.id,
    eventId: delivery.id,
    attempt: message.attempt,
    status,
    error,
  });
  const after = await recordAttempt(dependencies, { message, webhook, delivery }, outcome, startedAt);
  await updateEndpointHealth(dependencies, { message, webhook, delivery }, outcome, startedAt);
  if (after?.state === "pending") await sendNextAttempt(dependencies, message, after);
};

/** @returns the changed delivery; null when another copy of the message recorded the attempt */
const recordAttempt = (
  { table, now, random }: DeliveryDependencies,
  { message, delivery }: Attempt,
  outcome: PostOutcome,
  startedAt: number,
) => {
  const { status, error, durationMilliseconds } = outcome;
  const context = { nowMilliseconds: now(), random: random() };
  const next = isFinal(outcome) ? null : nextAttemptMilliseconds(message.attempt, outcome, context);
  return webhookDeliveryStore(table).recordProgress(message.firmId, delivery, {
    state: stateAfter(outcome, next),
    attemptCount: message.attempt,
    attempts: withAttempt(delivery, {
      at: new Date(startedAt).toISOString(),
      status,
      durationMilliseconds,
      error,
    }),
    ...(next !== null && { nextAttemptMilliseconds: next }),
  });
};

const isFinal = (outcome: PostOutcome) => isSuccess(outcome) || isGone(outcome);

const stateAfter = (outcome: PostOutcome, next: number | null) => {
  if (isSuccess(outcome)) return "delivered";
  return next === null ? "failed" : "pending";
};

const GONE = "The endpoint answered 410 Gone: it wants no more events.";
const FAILING = "Every attempt failed for five days.";

/** Sets or clears the time since which the endpoint fails; disables it when it is gone or has failed too long. */
const updateEndpointHealth = async (
  { table, now }: DeliveryDependencies,
  { message: { firmId }, webhook }: Attempt,
  outcome: PostOutcome,
  startedAt: number,
) => {
  const { failingSinceMilliseconds: since, url } = webhook;
  const disable = async (disabledReason: string, when: Partial<Webhook>) => {
    const fields = { enabled: false, disabledReason };
    const disabled = await webhookStore(table).change(firmId, webhook.id, fields, {
      enabled: true,
      url,
      ...when,
    });
    if (disabled !== "conflict")
      log("warn", "webhook_disabled", { webhookId: webhook.id, reason: disabledReason });
  };
  if (isSuccess(outcome))
    return since > 0 ? webhookStore(table).setFailingSince(firmId, webhook, 0) : undefined;
  if (isGone(outcome)) return disable(GONE, {});
  if (since === 0) return webhookStore(table).setFailingSince(firmId, webhook, startedAt);
  if (hasFailedTooLong(since, now())) return disable(FAILING, { failingSinceMilliseconds: since });
};
