import { endpoint } from "../../shared/api/endpoint.ts";
import { connectTable } from "../../shared/table/table.ts";
import { rotateWebhookSecret } from "../../shared/webhooks/rotate-webhook-secret.ts";

export const handler = endpoint(rotateWebhookSecret, connectTable());
