import { rotateWebhookSecret } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { rotateWebhookSecret as rotate } from "../../shared/operations/webhooks/rotate-webhook-secret.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(rotateWebhookSecret, table, async (request) => {
  const webhook = await rotate(table, request);
  return { body: { ...webhookResource(webhook, request.nowMilliseconds), secret: webhook.secret } };
});
