import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { webhookTargets } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/table/table.ts";
import { createWebhook as create } from "../../shared/webhooks/create-webhook.ts";
import { createWebhookEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";

const table = connectTable();
const targets = webhookTargets();

export const handler = procedureEndpoint(createWebhookEndpoint, table, async (request) => {
  const webhook = await create({ table, targets }, request);
  return { body: { ...webhookResource(webhook, request.nowMilliseconds), secret: webhook.secret } };
});
