import type { FirmId } from "../domain/firm-id.ts";
import { wantsEvent } from "../domain/webhook.ts";
import { newDelivery, type WebhookDelivery } from "../domain/webhook-delivery.ts";
import type { ChangeEvent } from "../messaging/change-event.ts";
import { sendAttempts } from "../messaging/delivery-queue.ts";
import { webhookDeliveryStore } from "../storage/webhook-delivery-store.ts";
import { webhookStore } from "../storage/webhook-store.ts";
import { type Deliverer, firstAttempt } from "./test-webhook.ts";

/**
 * Makes an event one delivery for each endpoint that wants it, and asks for their first attempts. Handed the same
 * event again, it makes none; it asks again for those that nobody has attempted, in case it was cut short before.
 */
export const fanOutEvent = async (
  { table, queue }: Deliverer,
  firmId: FirmId,
  event: ChangeEvent,
  nowMilliseconds: number,
): Promise<void> => {
  const webhooks = await webhookStore(table).all(firmId);
  const store = webhookDeliveryStore(table);
  const deliveries = await Promise.all(
    webhooks
      .filter((webhook) => wantsEvent(webhook, event.type))
      .map((webhook) => store.keep(firmId, newDelivery(webhook, event, nowMilliseconds), nowMilliseconds)),
  );
  const messages = deliveries.filter(isUntried).map((delivery) => firstAttempt(firmId, delivery));
  await sendAttempts(queue, messages, nowMilliseconds);
};

const isUntried = ({ state, round, attemptCount }: WebhookDelivery) =>
  state === "pending" && round === 1 && attemptCount === 0;
