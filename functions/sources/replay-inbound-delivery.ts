import { notFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { replayInboundDeliveryEndpoint } from "../../shared/sources/inbound-delivery.contract.ts";
import { inboundDeliveryResource } from "../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryRecord } from "../../shared/sources/inbound-delivery.store.ts";
import { replayInboundDelivery } from "../../shared/sources/replay-inbound-deliveries.ts";
import { cachedSourceRecord } from "../../shared/sources/source.store.ts";
import { readRecords, uncached } from "../../shared/table/read-records.ts";

export const handler = procedureEndpoint(replayInboundDeliveryEndpoint, async (request, table) => {
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
  const delivery = await replayInboundDelivery(
    table,
    { firmId, actor, sourceId: source.id, nowMilliseconds },
    replayed,
  );
  return { body: inboundDeliveryResource(delivery) };
});
