import { requireFound } from "../../shared/contract/app-error.ts";
import { INBOUND_DELIVERY_OUTCOMES, listInboundDeliveries } from "../../shared/contract/sources.ts";
import { inboundDeliveryResource } from "../../shared/domain/sources/inbound-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { inboundDeliveryStore } from "../../shared/storage/sources/inbound-delivery-store.ts";
import { cachedSourceRecord } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(listInboundDeliveries, table, async (request) => {
  const { firmId, params, nowMilliseconds } = request;
  const source = requireFound("source", await readRecord(table, cachedSourceRecord(firmId, params.id)));
  const { limit, cursor: sent, outcome: wanted } = request.query;
  const outcome = INBOUND_DELIVERY_OUTCOMES.find((each) => each === wanted);
  const cursor = pageCursor(firmId, { list: "deliveries", source: source.id, outcome: wanted ?? null });
  const range = { limit, afterId: cursor.decode(sent) };
  if (outcome !== wanted) return { body: { data: [], next_cursor: null } };
  const store = inboundDeliveryStore(table, firmId, source.id);
  const { records, lastId } = await store.list({ outcome, nowMilliseconds }, range);
  return { body: { data: records.map(inboundDeliveryResource), next_cursor: cursor.encode(lastId) } };
});
