import { operation, required } from "../api/operation.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { dismissInboundDeliveryEndpoint } from "./inbound-delivery.contract.ts";
import { inboundDeliveryResource } from "./inbound-delivery.rules.ts";
import { dismissDelivery, inboundDeliveryRecord } from "./inbound-delivery.store.ts";
import { sourceRecord } from "./source.store.ts";

const NOT_REJECTED = {
  field: "outcome",
  message: "must be rejected: any other delivery needs nobody's attention",
};

/** Sets a rejected delivery aside. */
export const dismissInboundDelivery = operation(dismissInboundDeliveryEndpoint, {
  reads: ({ firmId, params: { id: sourceId, deliveryId: id }, nowMilliseconds }) => ({
    source: required("delivery", sourceRecord(firmId, sourceId)),
    delivery: required("delivery", inboundDeliveryRecord(firmId, { sourceId, id }, nowMilliseconds)),
  }),

  decide: ({ source, delivery }, { firmId, change: { at } }) => {
    if (delivery.outcome !== "rejected") throw invalidRequest([NOT_REJECTED]);
    const writes = delivery.dismissedAt === null ? [dismissDelivery(firmId, source.id, delivery.id, at)] : [];
    const dismissed = { ...delivery, dismissedAt: delivery.dismissedAt ?? at };
    return { writes, answer: inboundDeliveryResource(dismissed, source) };
  },
});
