import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { webhookTargets } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/table/table.ts";
import { updateWebhook as update } from "../../shared/webhooks/update-webhook.ts";
import { updateWebhookEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";

const table = connectTable();
const targets = webhookTargets();

export const handler = procedureEndpoint(updateWebhookEndpoint, table, async (request) => {
  const webhook = await update({ table, targets }, request);
  return { body: webhookResource(webhook, request.nowMilliseconds) };
});
