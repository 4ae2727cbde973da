import { endpoint } from "../../shared/api/endpoint.ts";
import { rotateWebhookSecret } from "../../shared/webhooks/rotate-webhook-secret.ts";

export const handler = endpoint(rotateWebhookSecret);
