import { updateWebhook } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateWebhook as update } from "../../shared/operations/webhooks/update-webhook.ts";
import { webhookTargets } from "../../shared/runtime/webhook-targets.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookTargetViolations } from "../../shared/webhooks/checked-address.ts";

const table = connectTable();
const targets = webhookTargets();

export const handler = endpoint(updateWebhook, table, async (request) => {
  const { firmId, params, json, body, expectedVersion } = request;
  const urlViolations = () => webhookTargetViolations(json.url, targets);
  const webhook = await update(table, { firmId, id: params.id }, { urlViolations, body, expectedVersion });
  return { body: webhookResource(webhook, request.nowMilliseconds) };
});
