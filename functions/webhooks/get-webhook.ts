import { requireFound } from "../../shared/contract/app-error.ts";
import { getWebhook } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookRecord } from "../../shared/storage/webhooks/webhook-store.ts";

const table = connectTable();

export const handler = endpoint(getWebhook, table, async ({ firmId, params, nowMilliseconds }) => {
  const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
  return { body: webhookResource(webhook, nowMilliseconds) };
});
