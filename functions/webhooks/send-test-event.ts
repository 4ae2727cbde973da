import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { sendTestEvent } from "../../shared/webhooks/send-test-event.ts";
import { sendTestEventEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const queue = connectWebhookQueue();

export const handler = procedureEndpoint(sendTestEventEndpoint, async (request, table) => ({
  body: webhookDeliveryResource(await sendTestEvent({ table, queue }, request)),
}));
