import { endpoint } from "../../shared/api/endpoint.ts";
import { previewInboundDelivery } from "../../shared/sources/preview-inbound-delivery.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(previewInboundDelivery, connectTable());
