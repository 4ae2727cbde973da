import { endpoint } from "../../shared/api/endpoint.ts";
import { replayInboundDelivery } from "../../shared/sources/replay-inbound-deliveries.ts";

export const handler = endpoint(replayInboundDelivery);
