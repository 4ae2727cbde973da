import { createWebhook } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createWebhook as create } from "../../shared/operations/webhooks/create-webhook.ts";
import { webhookTargets } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();
const targets = webhookTargets();

export const handler = endpoint(createWebhook, table, async (request) => {
  const webhook = await create({ table, targets }, request);
  return { body: { ...webhookResource(webhook, request.nowMilliseconds), secret: webhook.secret } };
});
