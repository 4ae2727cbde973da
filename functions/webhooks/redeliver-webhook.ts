import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { redeliverWebhook } from "../../shared/webhooks/redeliver-webhook.ts";
import { redeliverWebhookEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const queue = connectWebhookQueue();

export const handler = procedureEndpoint(redeliverWebhookEndpoint, async (request, table) => ({
  body: webhookDeliveryResource(await redeliverWebhook({ table, queue }, request)),
}));
