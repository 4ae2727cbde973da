import { subscribesTo } from "../../domain/webhooks/webhook.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { sweepTime } from "../../domain/webhooks/webhook-retry-schedule.ts";
import type { PublishedEvent } from "../../events/published-event.ts";
import { log } from "../../runtime/log.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { nextAttempt, sendAttempts, type WebhookQueue } from "../../webhooks/webhook-queue.ts";

type Request = PublishedEvent & { readonly nowMilliseconds: number };

/**
 * Stores one delivery of an event for each endpoint that subscribes to it, and queues the first attempts. For an event
 * received again, it stores nothing and queues only deliveries without an attempt: the first run may have ended before
 * it queued them.
 */
export const fanOutEvent = async (
  { table, queue }: { readonly table: Table; readonly queue: WebhookQueue },
  { firmId, nowMilliseconds, ...event }: Request,
): Promise<void> => {
  const webhooks = await webhookStore(table).all(firmId);
  const store = webhookDeliveryStore(table);
  const sweepAt = sweepTime(nowMilliseconds, nowMilliseconds);
  const deliveries = await Promise.all(
    webhooks
      .filter((webhook) => subscribesTo(webhook, event.type))
      .map((webhook) =>
        store.putIfAbsent(firmId, newWebhookDelivery(webhook, event, nowMilliseconds), sweepAt),
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
