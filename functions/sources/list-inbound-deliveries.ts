import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listInboundDeliveriesEndpoint } from "../../shared/sources/inbound-delivery.contract.ts";
import { inboundDeliveryResource } from "../../shared/sources/inbound-delivery.rules.ts";
import { deliveryPage } from "../../shared/sources/inbound-delivery.store.ts";
import { sourceRecord } from "../../shared/sources/source.store.ts";

const listInboundDeliveries = operation(listInboundDeliveriesEndpoint, {
  reads: (request) => {
    const { firmId, params, query, nowMilliseconds } = request;
    const outcome = query?.outcome;
    const list = { list: "deliveries", source: params.id, outcome: outcome ?? null };
    return {
      source: required("source", sourceRecord(firmId, params.id)),
      page: pageAfterCursor(request, list, deliveryPage(firmId, params.id, { outcome, nowMilliseconds })),
    };
  },
  decide: ({ source, page }) => ({
    answer: pageResource(page, (delivery) => inboundDeliveryResource(delivery, source)),
  }),
});

export const handler = endpoint(listInboundDeliveries);
