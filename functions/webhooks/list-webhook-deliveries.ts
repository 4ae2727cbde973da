import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";
import { listWebhookDeliveriesEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { webhookDeliveryPage } from "../../shared/webhooks/webhook-delivery.store.ts";

const listWebhookDeliveries = operation(listWebhookDeliveriesEndpoint, {
  reads: (request) => {
    const { firmId, params, nowMilliseconds } = request;
    return {
      webhook: required("webhook", webhookRecord(firmId, params.id)),
      page: pageAfterCursor(
        request,
        { list: "webhook-deliveries", webhook: params.id },
        webhookDeliveryPage(firmId, { webhookId: params.id, nowMilliseconds }),
      ),
    };
  },
  decide: ({ page }) => ({ answer: pageResource(page, webhookDeliveryResource) }),
});

export const handler = endpoint(listWebhookDeliveries);
