import type { StoredKey } from "../../shared/api/keys/key-store.ts";
import { runOperation } from "../../shared/api/run-operation.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { batchesOf } from "../../shared/runtime/collections.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import type { Table } from "../../shared/table/table.ts";
import { type DeliveryDependencies, deliverWebhook } from "../../shared/webhooks/deliver-webhook.ts";
import { postWebhook } from "../../shared/webhooks/post-webhook.ts";
import { redeliverWebhook } from "../../shared/webhooks/redeliver-webhook.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import {
  type AttemptMessage,
  nextAttempt,
  type PostOutcome,
} from "../../shared/webhooks/webhook-attempt.rules.ts";
import { redeliverWebhookEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { storeDeliveryOnce, webhookDeliveryRecord } from "../../shared/webhooks/webhook-delivery.store.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";
import { requestWith } from "./decisions.ts";
import { logEvents, newEvent } from "./events.ts";
import { storeWebhook } from "./webhooks.ts";

/** Returns delivery dependencies that post to real (also local) servers, with a clock that the test sets. */
export const newDeliveryDependencies = (table: Table, changes: Partial<DeliveryDependencies> = {}) => {
  const clock = { now: Date.now() };
  const dependencies: DeliveryDependencies = {
    table,
    queue: connectWebhookQueue(process.env.DELIVERY_QUEUE_URL ?? ""),
    post: (request) => postWebhook(request, { targets: "local" }),
    now: () => clock.now,
    random: () => 0.5,
    ...changes,
  };
  return { dependencies, clock };
};

/** Attempts a delivery as its function does. */
export const runDelivery = (dependencies: DeliveryDependencies, message: AttemptMessage) =>
  runInvocation({ function: "deliver-webhook" }, () => deliverWebhook(dependencies, message));

/** Sends a delivery again at its firm's request. */
export const redeliver = (
  { table, queue, now }: DeliveryDependencies,
  firm: FirmId,
  { webhookId, id }: WebhookDelivery,
) =>
  runOperation({
    table,
    operation: redeliverWebhook(queue),
    request: {
      ...requestWith(redeliverWebhookEndpoint),
      firmId: firm,
      params: { id: webhookId, deliveryId: id },
      nowMilliseconds: now(),
    },
    violations: [],
    input: undefined,
    claim: null,
    key: readKey(),
  });

const readKey = async () => ({}) as StoredKey;

/** Sweeps as the function of each minute does. */
export const runSweep = (dependencies: DeliveryDependencies) =>
  runInvocation({ function: "sweep-deliveries" }, () => sweepDeliveries(dependencies));

export const respondingWith =
  (status: number | null, fields: Partial<PostOutcome> = {}) =>
  async (): Promise<PostOutcome> => ({
    status,
    error: null,
    durationMilliseconds: 1,
    ...fields,
  });

/** Stores a delivery of a new event. */
export const storeDelivery = (
  table: Table,
  firm: FirmId,
  webhook: Webhook,
  changes: Partial<WebhookDelivery> = {},
): Promise<WebhookDelivery> => {
  const event = newEvent(changes.id === undefined ? {} : { id: changes.id });
  return storeDeliveryOf(table, firm, event, {
    ...newWebhookDelivery(webhook, event, Date.now()),
    ...changes,
  });
};

/** Logs an event and stores this delivery of it. */
export const storeDeliveryOf = async (
  table: Table,
  firm: FirmId,
  event: EventResource,
  delivery: WebhookDelivery,
): Promise<WebhookDelivery> => {
  await logEvents(table, firm, [event]);
  return storeDeliveryOnce(table, firm, delivery);
};

/**
 * Stores a delivery of a new event to each endpoint as the fan-out does.
 * @returns it with the message of its first attempt
 */
export const storePendingDeliveries = async (
  table: Table,
  firm: FirmId,
  webhooks: readonly Webhook[],
  nowMilliseconds: number,
) => {
  const pending = webhooks.map((webhook) => {
    const event = newEvent();
    return { event, delivery: newWebhookDelivery(webhook, event, nowMilliseconds) };
  });
  const events = pending.map(({ event }) => event);
  await logEvents(table, firm, events);
  for (const batch of batchesOf(pending, 25))
    await Promise.all(batch.map(({ delivery }) => storeDeliveryOnce(table, firm, delivery)));
  return pending.map((each) => ({ ...each, message: nextAttempt(firm, each.delivery) }));
};

export const storePendingDelivery = async (
  table: Table,
  firm: FirmId,
  webhook: Webhook,
  nowMilliseconds: number,
) => {
  const [stored] = await storePendingDeliveries(table, firm, [webhook], nowMilliseconds);
  return stored as NonNullable<typeof stored>;
};

/**
 * Creates a delivery of a new endpoint before its first attempt, which `post` answers. Returns it with functions to
 * read both.
 */
export const newDelivery = async (
  table: Table,
  firm: FirmId,
  post: DeliveryDependencies["post"],
  changes: Partial<Webhook> = {},
) => {
  const webhook = await storeWebhook(table, firm, changes);
  const { dependencies, clock } = newDeliveryDependencies(table, { post });
  const { event, delivery, message } = await storePendingDelivery(table, firm, webhook, clock.now);
  return {
    webhook,
    event,
    delivery,
    message,
    dependencies,
    clock,
    deliver: (attempt: AttemptMessage = message) => runDelivery(dependencies, attempt),
    stored: () => readDelivery(table, firm, delivery),
    endpoint: () => readWebhook(table, firm, webhook),
  };
};

export const readDelivery = async (table: Table, firm: FirmId, { webhookId, id }: WebhookDelivery) =>
  await readRecord(table, webhookDeliveryRecord(firm, webhookId, id));

export const readWebhook = async (table: Table, firm: FirmId, { id }: Webhook) =>
  await readRecord(table, webhookRecord(firm, id));
