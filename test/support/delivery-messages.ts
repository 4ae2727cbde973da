import { eventToItem } from "../../shared/events/event-item.store.ts";
import type { Table } from "../../shared/table/table.ts";
import { newWebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { deliveryToItem } from "../../shared/webhooks/webhook-delivery.store.ts";
import { nextAttempt } from "../../shared/webhooks/webhook-queue.ts";
import { newEvent } from "./events.ts";
import { putItems } from "./put-items.ts";
import type { ReceivingEndpoint } from "./receiving-endpoints.ts";

/** The queued message of a delivery's first attempt. */
export type DeliveryMessage = {
  readonly endpoint: ReceivingEndpoint;
  readonly eventId: string;
  readonly body: string;
  readonly groupId: string;
};

/** Stores as many deliveries to each endpoint; returns their messages, the endpoints taking turns. */
export const storeDeliveries = async (
  table: Table,
  endpoints: readonly ReceivingEndpoint[],
  perEndpoint: number,
): Promise<DeliveryMessage[]> => {
  const messages = [];
  for (let count = 0; count < perEndpoint; count++) {
    const created = endpoints.map(newDelivery);
    await putItems(
      table,
      created.flatMap(({ items }) => items),
    );
    messages.push(...created.map(({ message }) => message));
  }
  return messages;
};

const newDelivery = (endpoint: ReceivingEndpoint) => {
  const { firmId, webhook } = endpoint;
  const event = newEvent();
  const delivery = newWebhookDelivery(webhook, event, Date.now());
  const body = JSON.stringify(nextAttempt(firmId, delivery));
  return {
    items: [
      eventToItem(firmId, { id: event.id, number: 1, body: JSON.stringify(event) }),
      deliveryToItem(firmId, delivery),
    ],
    message: { endpoint, eventId: event.id, body, groupId: webhook.id },
  };
};
