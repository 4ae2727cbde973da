import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/table/table.ts";
import { redeliverWebhook } from "../../shared/webhooks/redeliver-webhook.ts";
import { redeliverWebhookEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const table = connectTable();
const queue = connectWebhookQueue(environmentVariable("DELIVERY_QUEUE_URL"));

export const handler = procedureEndpoint(redeliverWebhookEndpoint, table, async (request) => ({
  body: webhookDeliveryResource(await redeliverWebhook({ table, queue }, request)),
}));
