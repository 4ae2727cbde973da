import { endpoint } from "../../shared/api/endpoint.ts";
import { dismissInboundDelivery } from "../../shared/sources/dismiss-inbound-delivery.ts";

export const handler = endpoint(dismissInboundDelivery);
