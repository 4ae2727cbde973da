import { endpoint } from "../../shared/api/endpoint.ts";
import { previewInboundDelivery } from "../../shared/sources/preview-inbound-delivery.ts";

export const handler = endpoint(previewInboundDelivery);
