import { redeliverWebhook } from "../../shared/contract/webhooks.ts";
import { webhookDeliveryResource } from "../../shared/domain/webhook-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { connectDeliveryQueue } from "../../shared/messaging/delivery-queue.ts";
import { redeliverWebhook as redeliver } from "../../shared/operations/redeliver-webhook.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();
const queue = connectDeliveryQueue(environmentVariable("DELIVERY_QUEUE_URL"));

export const handler = endpoint(redeliverWebhook, table, async ({ firmId, params, nowMilliseconds }) => {
  const delivery = await redeliver({ table, queue }, { firmId, ...params }, nowMilliseconds);
  return { body: webhookDeliveryResource(delivery) };
});
