import { previewInboundDelivery } from "../../shared/contract/source-preview.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { previewInboundDelivery as preview } from "../../shared/operations/sources/preview-inbound-delivery.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(previewInboundDelivery, table, async (request) => ({
  body: await preview(table, request),
}));
