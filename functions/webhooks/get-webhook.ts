import { getWebhook } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { findWebhook } from "../../shared/operations/webhooks/update-webhook.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(getWebhook, table, async ({ firmId, params, nowMilliseconds }) => {
  const webhook = await findWebhook(table, { firmId, id: params.id });
  return { body: webhookResource(webhook, nowMilliseconds) };
});
