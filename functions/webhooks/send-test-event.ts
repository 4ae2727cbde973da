import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/table/table.ts";
import { sendTestEvent } from "../../shared/webhooks/send-test-event.ts";
import { sendTestEventEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const table = connectTable();
const queue = connectWebhookQueue(environmentVariable("DELIVERY_QUEUE_URL"));

export const handler = procedureEndpoint(sendTestEventEndpoint, table, async (request) => ({
  body: webhookDeliveryResource(await sendTestEvent({ table, queue }, request)),
}));
