import { updateWebhook } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateWebhook as update } from "../../shared/operations/webhooks/update-webhook.ts";
import { webhookTargets } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();
const targets = webhookTargets();

export const handler = endpoint(updateWebhook, table, async (request) => {
  const webhook = await update({ table, targets }, request);
  return { body: webhookResource(webhook, request.nowMilliseconds) };
});
