import { createWebhook } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createWebhook as create } from "../../shared/operations/webhooks/create-webhook.ts";
import { webhookTargets } from "../../shared/runtime/webhook-targets.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookTargetViolations } from "../../shared/webhooks/checked-address.ts";

const table = connectTable();
const targets = webhookTargets();

export const handler = endpoint(createWebhook, table, async ({ firmId, json, body, nowMilliseconds }) => {
  const sent = body(await webhookTargetViolations(json.url, targets));
  const webhook = await create(table, firmId, sent, nowMilliseconds);
  return { body: { ...webhookResource(webhook, nowMilliseconds), secret: webhook.secret } };
});
