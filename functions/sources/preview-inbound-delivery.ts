import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { previewInboundDelivery as preview } from "../../shared/sources/preview-inbound-delivery.ts";
import { previewInboundDeliveryEndpoint } from "../../shared/sources/source-preview.contract.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(previewInboundDeliveryEndpoint, table, async (request) => ({
  body: await preview(table, request),
}));
