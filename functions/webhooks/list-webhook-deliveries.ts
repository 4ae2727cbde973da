import { requireFound } from "../../shared/contract/app-error.ts";
import { listWebhookDeliveries } from "../../shared/contract/webhook-deliveries.ts";
import { webhookDeliveryResource } from "../../shared/domain/webhooks/webhook-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookDeliveryStore } from "../../shared/storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord } from "../../shared/storage/webhooks/webhook-store.ts";

const table = connectTable();

export const handler = endpoint(listWebhookDeliveries, table, async (request) => {
  const { firmId, params, nowMilliseconds } = request;
  const { id } = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
  return pageResponse(
    { firmId, query: request.query, list: { list: "webhook-deliveries", webhook: id } },
    (range) => webhookDeliveryStore(table).list(firmId, { webhookId: id, nowMilliseconds }, range),
    webhookDeliveryResource,
  );
});
