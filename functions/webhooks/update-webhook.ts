import { endpoint } from "../../shared/api/endpoint.ts";
import { requestTargets } from "../../shared/runtime/environment.ts";
import { updateWebhook } from "../../shared/webhooks/update-webhook.ts";

export const handler = endpoint(updateWebhook(requestTargets()));
