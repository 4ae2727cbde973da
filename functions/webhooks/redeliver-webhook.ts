import { endpoint } from "../../shared/api/endpoint.ts";
import { redeliverWebhook } from "../../shared/webhooks/redeliver-webhook.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

export const handler = endpoint(redeliverWebhook(connectWebhookQueue()));
