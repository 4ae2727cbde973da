import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getWebhookEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";

const getWebhook = operation(getWebhookEndpoint, {
  reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),
  decide: ({ webhook }, { nowMilliseconds }) => ({ answer: webhookResource(webhook, nowMilliseconds) }),
});

export const handler = endpoint(getWebhook);
