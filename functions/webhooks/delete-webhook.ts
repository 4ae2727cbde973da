import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteWebhook } from "../../shared/webhooks/delete-webhook.ts";

export const handler = endpoint(deleteWebhook);
