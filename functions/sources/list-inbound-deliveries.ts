import { requireFound } from "../../shared/contract/app-error.ts";
import {
  INBOUND_DELIVERY_OUTCOMES,
  listInboundDeliveries,
} from "../../shared/contract/inbound-deliveries.ts";
import { inboundDeliveryResource } from "../../shared/domain/sources/inbound-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { EMPTY_PAGE } from "../../shared/storage/dynamodb/list-newest-first.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { inboundDeliveryStore } from "../../shared/storage/sources/inbound-delivery-store.ts";
import { cachedSourceRecord } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(listInboundDeliveries, table, async (request) => {
  const { firmId, params, nowMilliseconds } = request;
  const source = requireFound("source", await readRecord(table, cachedSourceRecord(firmId, params.id)));
  const { query } = request;
  const outcome = INBOUND_DELIVERY_OUTCOMES.find((each) => each === query.outcome);
  const isUnknownOutcome = outcome !== query.outcome;
  const store = inboundDeliveryStore(table, firmId, source.id);
  return pageResponse(
    { firmId, query, list: { list: "deliveries", source: source.id, outcome: query.outcome ?? null } },
    async (range) => (isUnknownOutcome ? EMPTY_PAGE : store.list({ outcome, nowMilliseconds }, range)),
    inboundDeliveryResource,
  );
});
