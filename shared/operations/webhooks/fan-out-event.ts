import type { FirmId } from "../../domain/firm/firm-id.ts";
import { subscribesTo } from "../../domain/webhooks/webhook.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import type { ChangeEvent } from "../../events/change-event.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { sendAttempts } from "../../webhooks/webhook-queue.ts";
import { firstAttempt, type QueueDependencies } from "./send-test-event.ts";

/**
 * Makes an event one delivery for each endpoint that wants it, and asks for their first attempts. Handed the same
 * event again, it makes none; it asks again for those that nobody has attempted, in case it was cut short before.
 */
export const fanOutEvent = async (
  { table, queue }: QueueDependencies,
  firmId: FirmId,
  event: ChangeEvent,
  nowMilliseconds: number,
): Promise<void> => {
  const webhooks = await webhookStore(table).all(firmId);
  const store = webhookDeliveryStore(table);
  const deliveries = await Promise.all(
    webhooks
      .filter((webhook) => subscribesTo(webhook, event.type))
      .map((webhook) =>
        store.keep(firmId, newWebhookDelivery(webhook, event, nowMilliseconds), nowMilliseconds),
      ),
  );
  const messages = deliveries.filter(isUnattempted).map((delivery) => firstAttempt(firmId, delivery));
  await sendAttempts(queue, messages, nowMilliseconds);
};

const isUnattempted = ({ state, round, attemptCount }: WebhookDelivery) =>
  state === "pending" && round === 1 && attemptCount === 0;
