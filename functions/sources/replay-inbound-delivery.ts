import { notFound } from "../../shared/contract/app-error.ts";
import { replayInboundDelivery } from "../../shared/contract/inbound-deliveries.ts";
import { inboundDeliveryResource } from "../../shared/domain/sources/inbound-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { replayInboundDelivery as replay } from "../../shared/operations/sources/replay-inbound-deliveries.ts";
import { readRecords, uncached } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { inboundDeliveryRecord } from "../../shared/storage/sources/inbound-delivery-store.ts";
import { cachedSourceRecord } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(replayInboundDelivery, table, async (request) => {
  const { firmId, actor, params, nowMilliseconds } = request;
  const ids = { sourceId: params.id, id: params.deliveryId };
  // A fresh read, which also renews the caches: a replay often follows a correction of the mapping or the fields.
  const { source, replayed } = await readRecords(table, {
    source: uncached(cachedSourceRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
    replayed: inboundDeliveryRecord(firmId, ids, nowMilliseconds),
  });
  if (source === null || replayed === null) throw notFound("delivery");
  request.body();
  const delivery = await replay(table, { firmId, actor, sourceId: source.id, nowMilliseconds }, replayed);
  return { body: inboundDeliveryResource(delivery) };
});
