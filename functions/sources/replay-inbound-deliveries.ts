import { endpoint } from "../../shared/api/endpoint.ts";
import { replayInboundDeliveries } from "../../shared/sources/replay-inbound-deliveries.ts";

export const handler = endpoint(replayInboundDeliveries);
