import { endpoint } from "../../shared/api/endpoint.ts";
import { requestTargets } from "../../shared/runtime/environment.ts";
import { createWebhook } from "../../shared/webhooks/create-webhook.ts";

export const handler = endpoint(createWebhook(requestTargets()));
