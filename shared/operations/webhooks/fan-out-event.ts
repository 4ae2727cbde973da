import { subscribesTo } from "../../domain/webhooks/webhook.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { sweepTime } from "../../domain/webhooks/webhook-retry-schedule.ts";
import type { PublishedEvent } from "../../events/published-event.ts";
import { log } from "../../runtime/log.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { unindexedDueAttributes } from "../../storage/webhooks/due-index.ts";
import { fanOutStore } from "../../storage/webhooks/fan-out-store.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { nextAttempt, sendAttempts, type WebhookQueue } from "../../webhooks/webhook-queue.ts";

type Request = PublishedEvent & { readonly nowMilliseconds: number };

/**
 * Stores one delivery of an event for each endpoint that subscribes to it, and queues the first attempts. For an event
 * received again, it stores no delivery and queues only those without an attempt: the first run may have ended before
 * it queued them. One item, not one of each delivery, tells the sweep where to look should a message be lost.
 */
export const fanOutEvent = async (
  { table, queue }: { readonly table: Table; readonly queue: WebhookQueue },
  { firmId, nowMilliseconds, ...event }: Request,
): Promise<void> => {
  const webhooks = await webhookStore(table).all(firmId);
  const subscribers = webhooks.filter((webhook) => subscribesTo(webhook, event.type));
  const webhookIds = subscribers.filter(({ enabled }) => enabled).map(({ id }) => id);
  const store = webhookDeliveryStore(table);
  const due = unindexedDueAttributes(event.id, sweepTime(nowMilliseconds, nowMilliseconds));
  // First, so that no delivery is ever stored without it.
  if (webhookIds.length > 0)
    await fanOutStore(table).put({ firmId, eventId: event.id, webhookIds }, nowMilliseconds);
  const deliveries = await Promise.all(
    subscribers.map((webhook) =>
      store.putIfAbsent(firmId, newWebhookDelivery(webhook, event, nowMilliseconds), due),
    ),
  );
  const attempts = deliveries
    .filter(isUnattempted)
    .map((delivery) => ({ message: nextAttempt(firmId, delivery) }));
  await sendAttempts(queue, attempts);
  const { id: eventId, requestId = null } = event;
  log("info", "event_fanned_out", { firmId, eventId, requestId, deliveries: deliveries.length });
};

const isUnattempted = ({ state, round, attemptCount, isWaiting }: WebhookDelivery) =>
  state === "pending" && round === 1 && attemptCount === 0 && !isWaiting;
