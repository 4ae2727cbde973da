import { endpoint } from "../../shared/api/endpoint.ts";
import { recoverDeliveries } from "../../shared/webhooks/recover-deliveries.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

export const handler = endpoint(recoverDeliveries(connectWebhookQueue()));
