import { eventRecord } from "../events/event-item.store.ts";
import { describeCause, log } from "../runtime/log.ts";
import { firmStateRecord } from "../settings/firm-state.store.ts";
import { readRecords } from "../table/read-records.ts";
import { isCircuitOpen } from "./circuit-breaker.rules.ts";
import { claimAndQueue, type QueueDependencies, toDue } from "./claim-and-queue.ts";
import { webhookHeaders } from "./sign-webhook.ts";
import { disableEndpoint, updateEndpointHealth } from "./update-endpoint-health.ts";
import { signingSecrets, type Webhook } from "./webhook.rules.ts";
import { changeHealth, scheduleCheck, webhookRecord } from "./webhook.store.ts";
import {
  type Attempt,
  type AttemptMessage,
  decideAttempt,
  disablingAfter,
  nextAttempt,
  type PostOutcome,
  progressAfter,
} from "./webhook-attempt.rules.ts";
import { isExample, type WebhookDelivery } from "./webhook-delivery.rules.ts";
import { webhookDeliveryRecord } from "./webhook-delivery.store.ts";
import { markWaiting, recordProgress } from "./webhook-delivery-progress.store.ts";
import { parseAttemptMessage, sendAttempt } from "./webhook-queue.ts";
import { isShortWait, isSuccess, WAITING_SWEEP_MILLISECONDS } from "./webhook-retry-schedule.rules.ts";

/** The dependencies of an attempt. Tests pass their own clock, randomness and transport. */
export type DeliveryDependencies = QueueDependencies & {
  readonly post: (request: {
    url: string;
    headers: Record<string, string>;
    body: string;
  }) => Promise<PostOutcome>;
  /** From 0 to 1. */
  readonly random: () => number;
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
  const decision = decideAttempt({ firm, webhook, delivery, event }, message, now());
  if (decision.action === "skip")
    await recordProgress(table, firmId, decision.delivery, { state: "skipped" });
  if (decision.action === "wait") await waitForEndpoint(dependencies, message, decision.delivery);
  if (decision.action === "post") await probeAndPost(dependencies, message, decision);
};

type Posting = Attempt & { readonly probe: Partial<Webhook> | undefined };

/** Probes an endpoint with one delivery at a time. A delivery that may not probe it waits. */
const probeAndPost = async (
  dependencies: DeliveryDependencies,
  message: AttemptMessage,
  { probe, ...attempt }: Posting,
) => {
  if (probe === undefined) return post(dependencies, message, attempt);
  const { isChanged, stored } = await changeHealth(
    dependencies.table,
    message.firmId,
    attempt.webhook,
    probe,
  );
  if (isChanged && stored) await post(dependencies, message, { ...attempt, webhook: stored });
  else await waitForEndpoint(dependencies, message, attempt.delivery);
};

/**
 * Stores that a delivery waits. If the circuit has closed or the firm was enabled meanwhile, the delivery continues at
 * once, because nobody may have seen that it waits.
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
  if (isCircuitOpen(webhook)) await scheduleCheck(table, firmId, webhook, webhook.retryAtMilliseconds);
  else if (isReleased) await scheduleCheck(table, firmId, webhook, now());
  else await claimAndQueue(dependencies, toDue([waiting]), { isReleased: true });
};

/** Queues the next attempt, if the queue can delay it long enough. The sweep queues later ones. */
const sendNextAttempt = async (
  { queue, now }: DeliveryDependencies,
  { firmId, isReleased }: AttemptMessage,
  delivery: WebhookDelivery,
) => {
  const delayMilliseconds = delivery.nextAttemptMilliseconds - now();
  if (!isShortWait(delayMilliseconds)) return;
  await sendAttempt(queue, { message: { ...nextAttempt(firmId, delivery), isReleased }, delayMilliseconds });
};

/** Posts to the endpoint, then records the result. */
const post = async (
  dependencies: DeliveryDependencies,
  message: AttemptMessage,
  { webhook, delivery, body }: Attempt,
): Promise<void> => {
  const { table, now, random } = dependencies;
  const { firmId } = message;
  const startedAt = now();
  const signed = { ...delivery, body, isExample: isExample(delivery) };
  const outcome = await dependencies.post({
    url: webhook.url,
    headers: {
      ...webhook.headers,
      ...webhookHeaders(signed, signingSecrets(webhook, startedAt), startedAt),
    },
    body,
  });
  logAttempt(message, delivery, outcome);
  const result = { outcome, startedAt };
  const disabling = disablingAfter(webhook, result, now());
  // Before the record, which voids the message: after a fault of this write, the message must return.
  if (disabling) await disableEndpoint(table, { firmId, webhook }, disabling);
  const progress = progressAfter(delivery, result, { nowMilliseconds: now(), random: random() });
  const after = await recordProgress(table, firmId, delivery, progress);
  if (!disabling) await updateEndpointHealth(dependencies, { webhook, message }, result);
  if (after?.state === "pending") await sendNextAttempt(dependencies, message, after);
};

const logAttempt = (
  { firmId }: AttemptMessage,
  { id: eventId, webhookId, requestId, attemptCount }: WebhookDelivery,
  outcome: PostOutcome,
) => {
  const { status, error, durationMilliseconds: milliseconds } = outcome;
  const attempt = { attempt: attemptCount + 1, status, error, milliseconds };
  const level = isSuccess(outcome) ? "info" : "warn";
  log(level, "delivery_attempted", { firmId, requestId: requestId ?? null, webhookId, eventId, ...attempt });
};

type QueuedMessage = { readonly messageId: string; readonly body: string };

/**
 * Makes the attempts of a batch concurrently, and reports the messages that the queue must deliver again.
 * @throws when a message is malformed
 */
export const deliverBatch = async (
  dependencies: DeliveryDependencies,
  messages: readonly QueuedMessage[],
) => {
  const failed = await Promise.all(messages.map((message) => tryDelivery(dependencies, message)));
  return { batchItemFailures: failed.flat() };
};

/** @returns the message as a batch item failure, or nothing */
const tryDelivery = async (dependencies: DeliveryDependencies, { messageId, body }: QueuedMessage) => {
  const message = parseAttemptMessage(body);
  try {
    await deliverWebhook(dependencies, message);
    return [];
  } catch (error) {
    const { firmId, webhookId, eventId } = message;
    log("error", "delivery_not_attempted", { firmId, webhookId, eventId, cause: describeCause(error) });
    return [{ itemIdentifier: messageId }];
  }
};
