import { endpoint } from "../../shared/api/endpoint.ts";
import { sendTestEvent } from "../../shared/webhooks/send-test-event.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

export const handler = endpoint(sendTestEvent(connectWebhookQueue()));
