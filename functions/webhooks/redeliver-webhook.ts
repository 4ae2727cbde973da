import { redeliverWebhook } from "../../shared/contract/webhook-deliveries.ts";
import { webhookDeliveryResource } from "../../shared/domain/webhooks/webhook-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { redeliverWebhook as redeliver } from "../../shared/operations/webhooks/redeliver-webhook.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const table = connectTable();
const queue = connectWebhookQueue(environmentVariable("DELIVERY_QUEUE_URL"));

export const handler = endpoint(redeliverWebhook, table, async (request) => ({
  body: webhookDeliveryResource(await redeliver({ table, queue }, request)),
}));
