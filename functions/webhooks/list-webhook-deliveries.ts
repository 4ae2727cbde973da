import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import { listWebhookDeliveriesEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { webhookDeliveryStore } from "../../shared/webhooks/webhook-delivery.store.ts";

const table = connectTable();

export const handler = procedureEndpoint(listWebhookDeliveriesEndpoint, table, async (request) => {
  const { firmId, params, nowMilliseconds } = request;
  const { id } = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
  return pageResponse(
    { firmId, query: request.query, list: { list: "webhook-deliveries", webhook: id } },
    (range) => webhookDeliveryStore(table).list(firmId, { webhookId: id, nowMilliseconds }, range),
    webhookDeliveryResource,
  );
});
