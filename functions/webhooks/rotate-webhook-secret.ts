import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { connectTable } from "../../shared/table/table.ts";
import { rotateWebhookSecret as rotate } from "../../shared/webhooks/rotate-webhook-secret.ts";
import { rotateWebhookSecretEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";

const table = connectTable();

export const handler = procedureEndpoint(rotateWebhookSecretEndpoint, table, async (request) => {
  const webhook = await rotate(table, request);
  return { body: { ...webhookResource(webhook, request.nowMilliseconds), secret: webhook.secret } };
});
