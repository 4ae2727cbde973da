import type { PublishedEvent } from "../events/published-event.rules.ts";
import { log } from "../runtime/log.ts";
import { settleConcurrently } from "../runtime/map-concurrently.ts";
import type { Table } from "../table/table.ts";
import { subscribesTo } from "./webhook.rules.ts";
import { listWebhooks } from "./webhook.store.ts";
import { nextAttempt } from "./webhook-attempt.rules.ts";
import { newWebhookDelivery, type WebhookDelivery } from "./webhook-delivery.rules.ts";
import { storeDeliveryOnce } from "./webhook-delivery.store.ts";
import { sendAttempts, type WebhookQueue } from "./webhook-queue.ts";

type Request = PublishedEvent & { readonly nowMilliseconds: number };

/**
 * Stores one delivery of an event for each subscribed endpoint, then queues the first attempts. The sweep queues those
 * whose message does not arrive. For an event received again, stores no delivery and queues only those without an
 * attempt: the first run may have ended before it queued them.
 * @throws the first fault of an endpoint, once the other endpoints are done
 */
export const fanOutEvent = async (
  { table, queue }: { readonly table: Table; readonly queue: WebhookQueue },
  { firmId, nowMilliseconds, ...event }: Request,
): Promise<void> => {
  const unreadable: unknown[] = [];
  const webhooks = await listWebhooks(table, firmId, (_, fault) => unreadable.push(fault));
  const subscribers = webhooks.filter((webhook) => subscribesTo(webhook, event.type));
  // All at once.
  const { results: deliveries, faults } = await settleConcurrently(
    subscribers,
    subscribers.length,
    (webhook) => storeDeliveryOnce(table, firmId, newWebhookDelivery(webhook, event, nowMilliseconds)),
  );
  const attempts = deliveries
    .filter(isUnattempted)
    .map((delivery) => ({ message: nextAttempt(firmId, delivery) }));
  await sendAttempts(queue, attempts);
  const [fault] = [...unreadable, ...faults];
  if (fault !== undefined) throw fault;
  const { id: eventId, requestId = null } = event;
  log("info", "event_fanned_out", { firmId, eventId, requestId, deliveries: deliveries.length });
};

const isUnattempted = ({ state, round, attemptCount, isWaiting }: WebhookDelivery) =>
  state === "pending" && round === 1 && attemptCount === 0 && !isWaiting;
