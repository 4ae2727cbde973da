import { eventRecord } from "../events/event-item.store.ts";
import { describeCause, log } from "../runtime/log.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { firmStateRecord } from "../settings/firm-state.store.ts";
import { readRecords } from "../table/read-records.ts";
import { isCircuitOpen } from "./circuit-breaker.rules.ts";
import { claimAndQueue, type QueueDependencies, toDue } from "./claim-and-queue.ts";
import type { PostOutcome } from "./post-webhook.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { admittingEndpoint, disableIfDead, updateEndpointHealth } from "./update-endpoint-health.ts";
import { signingSecrets, type Webhook } from "./webhook.rules.ts";
import { scheduleCheck, webhookRecord } from "./webhook.store.ts";
import type { WebhookDelivery } from "./webhook-delivery.rules.ts";
import { markWaiting, webhookDeliveryRecord } from "./webhook-delivery.store.ts";
import { recordProgress } from "./webhook-delivery-progress.store.ts";
import { type AttemptMessage, nextAttempt, parseAttemptMessage, sendAttempt } from "./webhook-queue.ts";
import {
  isGone,
  isShortWait,
  isSuccess,
  nextAttemptMilliseconds,
  sweepTime,
  WAITING_SWEEP_MILLISECONDS,
} from "./webhook-retry-schedule.rules.ts";

/** What an attempt depends on; tests pass their own clock, randomness and transport. */
export type DeliveryDependencies = QueueDependencies & {
  readonly post: (request: {
    url: string;
    headers: Record<string, string>;
    body: string;
  }) => Promise<PostOutcome>;
  /** From 0 to 1. */
  readonly random: () => number;
};

/** An attempt that is due, of a pending delivery to an enabled endpoint. */
type Attempt = {
  readonly message: AttemptMessage;
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
  readonly body: string;
};

/** Makes the attempt of a message, unless the message is void. */
export const deliverWebhook = async (
  dependencies: DeliveryDependencies,
  message: AttemptMessage,
): Promise<void> => {
  const { table, now } = dependencies;
  const { firmId, webhookId, eventId } = message;
  const { firm, webhook, delivery, event } = await readRecords(table, {
    firm: firmStateRecord(firmId),
    webhook: webhookRecord(firmId, webhookId),
    delivery: webhookDeliveryRecord(firmId, webhookId, eventId),
    event: eventRecord(firmId, eventId, now()),
  });
  if (delivery === null || isVoid(message, delivery)) return;
  const body = delivery.body ?? event?.body;
  // Of a deleted endpoint, or of an event that is no longer kept, nothing is left to send.
  if (!webhook?.enabled || body === undefined) {
    await recordProgress(table, firmId, delivery, { state: "skipped" });
    countOutcome("Deliveries", "skipped");
    return;
  }
  const admitting = await admittingEndpoint(dependencies, { webhook, firm }, message);
  if (admitting) {
    await attempt(dependencies, { message, webhook: admitting, delivery, body });
  } else {
    await waitForEndpoint(dependencies, message, delivery);
  }
};

/** The delivery is done, or a message that was queued later takes the place of this one. */
const isVoid = ({ dueAtMilliseconds }: AttemptMessage, delivery: WebhookDelivery) =>
  delivery.state !== "pending" || delivery.dueAtMilliseconds !== dueAtMilliseconds;

/**
 * Stores that a delivery waits. If the circuit has closed or the firm was enabled meanwhile, nobody may have seen that
 * it waits, so it goes on at once.
 */
const waitForEndpoint = async (
  dependencies: DeliveryDependencies,
  { firmId, webhookId, isReleased }: AttemptMessage,
  delivery: WebhookDelivery,
) => {
  const { table, now } = dependencies;
  const dueAtMilliseconds = now() + WAITING_SWEEP_MILLISECONDS;
  const waiting = await markWaiting(table, firmId, delivery, dueAtMilliseconds);
  const { firm, webhook } = await readRecords(table, {
    firm: firmStateRecord(firmId),
    webhook: webhookRecord(firmId, webhookId),
  });
  // Enabling the firm schedules a check of every endpoint.
  if (waiting === null || webhook === null || firm.disabledAt !== null) return;
  countOutcome("Deliveries", "waiting");
  if (isCircuitOpen(webhook)) await scheduleCheck(table, firmId, webhook, webhook.retryAtMilliseconds);
  else if (isReleased) await scheduleCheck(table, firmId, webhook, now());
  else await claimAndQueue(dependencies, toDue([waiting]), { isReleased: true });
};

/** Queues the next attempt, if the queue can delay it until it is due; the sweep queues a later one. */
const sendNextAttempt = async (
  { queue, now }: DeliveryDependencies,
  { firmId, isReleased }: AttemptMessage,
  delivery: WebhookDelivery,
) => {
  const delayMilliseconds = delivery.nextAttemptMilliseconds - now();
  if (!isShortWait(delayMilliseconds)) return;
  await sendAttempt(queue, { message: { ...nextAttempt(firmId, delivery), isReleased }, delayMilliseconds });
};

const attempt = async (
  dependencies: DeliveryDependencies,
  { message, webhook, delivery, body }: Attempt,
): Promise<void> => {
  const startedAt = dependencies.now();
  const outcome = await dependencies.post({
    url: webhook.url,
    headers: {
      ...webhook.headers,
      ...webhookHeaders({ ...delivery, body }, signingSecrets(webhook, startedAt), startedAt),
    },
    body,
  });
  const { status, error, durationMilliseconds: milliseconds } = outcome;
  log(isSuccess(outcome) ? "info" : "warn", "delivery_attempted", {
    firmId: message.firmId,
    requestId: delivery.requestId ?? null,
    webhookId: webhook.id,
    eventId: delivery.id,
    attempt: delivery.attemptCount + 1,
    status,
    error,
    milliseconds,
  });
  // Before the record, which voids the message: a fault of this write must bring it back.
  const isDead = await disableIfDead(dependencies, { firmId: message.firmId, webhook }, outcome);
  const after = await recordAttempt(dependencies, { message, delivery }, outcome, startedAt);
  if (after) countOutcome("Deliveries", after.state === "pending" ? "retrying" : after.state);
  if (!isDead) await updateEndpointHealth(dependencies, { webhook, message }, { outcome, startedAt });
  if (after?.state === "pending") await sendNextAttempt(dependencies, message, after);
};

/** @returns the changed delivery; null when another attempt or a new round was recorded meanwhile */
const recordAttempt = (
  { table, now, random }: DeliveryDependencies,
  { message, delivery }: Pick<Attempt, "message" | "delivery">,
  outcome: PostOutcome,
  startedAt: number,
) => {
  const { status, error, durationMilliseconds } = outcome;
  const context = { nowMilliseconds: now(), random: random() };
  const isFinal = isSuccess(outcome) || isGone(outcome);
  const attemptCount = delivery.attemptCount + 1;
  const next = isFinal ? null : nextAttemptMilliseconds(attemptCount, outcome, context);
  const at = new Date(startedAt).toISOString();
  return recordProgress(table, message.firmId, delivery, {
    attemptCount,
    attempt: { at, status, durationMilliseconds, error },
    ...stateAfter(outcome, next, context.nowMilliseconds),
  });
};

const stateAfter = (outcome: PostOutcome, next: number | null, nowMilliseconds: number) => {
  if (isSuccess(outcome)) return { state: "delivered" } as const;
  if (next === null) return { state: "failed" } as const;
  const dueAtMilliseconds = sweepTime(next, nowMilliseconds);
  return { state: "pending", nextAttemptMilliseconds: next, dueAtMilliseconds } as const;
};

type QueuedMessage = { readonly messageId: string; readonly body: string };

/** Makes the attempts of a batch concurrently, and reports the messages that the queue must deliver again. */
export const deliverBatch = async (
  dependencies: DeliveryDependencies,
  messages: readonly QueuedMessage[],
) => {
  const failed = await Promise.all(messages.map((message) => tryDelivery(dependencies, message)));
  return { batchItemFailures: failed.flat() };
};

/** @returns the message as a batch item failure, or nothing */
const tryDelivery = async (dependencies: DeliveryDependencies, { messageId, body }: QueuedMessage) => {
  try {
    await deliverWebhook(dependencies, parseAttemptMessage(body));
    return [];
  } catch (error) {
    log("error", "delivery_not_attempted", { messageId, cause: describeCause(error, []) });
    return [{ itemIdentifier: messageId }];
  }
};
