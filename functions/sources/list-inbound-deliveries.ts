import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import {
  INBOUND_DELIVERY_OUTCOMES,
  listInboundDeliveriesEndpoint,
} from "../../shared/sources/inbound-delivery.contract.ts";
import { inboundDeliveryResource } from "../../shared/sources/inbound-delivery.rules.ts";
import { deliveryPage } from "../../shared/sources/inbound-delivery.store.ts";
import { sourceRecord } from "../../shared/sources/source.store.ts";

const listInboundDeliveries = operation(listInboundDeliveriesEndpoint, {
  reads: (request) => {
    const { firmId, params, query, nowMilliseconds } = request;
    const outcome = INBOUND_DELIVERY_OUTCOMES.find((each) => each === query?.outcome);
    // An unknown outcome matches nothing.
    const filters = outcome === query?.outcome ? { outcome, nowMilliseconds } : null;
    const list = { list: "deliveries", source: params.id, outcome: query?.outcome ?? null };
    return {
      source: required("source", sourceRecord(firmId, params.id)),
      page: pageAfterCursor(request, list, deliveryPage(firmId, params.id, filters)),
    };
  },
  decide: ({ source, page }) => ({
    answer: pageResource(page, (delivery) => inboundDeliveryResource(delivery, source)),
  }),
});

export const handler = endpoint(listInboundDeliveries);
