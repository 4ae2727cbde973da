import { requireFound } from "../../shared/contract/app-error.ts";
import { listWebhookDeliveries } from "../../shared/contract/webhooks.ts";
import { webhookDeliveryResource } from "../../shared/domain/webhooks/webhook-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookDeliveryStore } from "../../shared/storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord } from "../../shared/storage/webhooks/webhook-store.ts";

const table = connectTable();

export const handler = endpoint(listWebhookDeliveries, table, async (request) => {
  const { firmId, params } = request;
  const { id } = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
  const { limit, cursor: sent } = request.query;
  const cursor = pageCursor(firmId, { list: "webhook-deliveries", webhook: id });
  const range = { limit, afterId: cursor.decode(sent) };
  const { records, lastId } = await webhookDeliveryStore(table).list(firmId, id, range);
  return { body: { data: records.map(webhookDeliveryResource), next_cursor: cursor.encode(lastId) } };
});
