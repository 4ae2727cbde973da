import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import {
  INBOUND_DELIVERY_OUTCOMES,
  listInboundDeliveriesEndpoint,
} from "../../shared/sources/inbound-delivery.contract.ts";
import { inboundDeliveryResource } from "../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryStore } from "../../shared/sources/inbound-delivery.store.ts";
import { cachedSourceRecord } from "../../shared/sources/source.store.ts";
import { EMPTY_PAGE } from "../../shared/table/list-newest-first.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(listInboundDeliveriesEndpoint, table, async (request) => {
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
