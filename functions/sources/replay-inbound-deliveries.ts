import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { idAt } from "../../shared/runtime/record-id.ts";
import {
  type ReplayedDelivery,
  replayInboundDeliveriesEndpoint,
} from "../../shared/sources/inbound-delivery.contract.ts";
import { replayCursor, replayInboundDeliveries } from "../../shared/sources/replay-inbound-deliveries.ts";
import { cachedSourceRecord } from "../../shared/sources/source.store.ts";
import { readRecords, uncached } from "../../shared/table/read-records.ts";

export const handler = procedureEndpoint(replayInboundDeliveriesEndpoint, async (request, table) => {
  const { firmId, actor, params, nowMilliseconds } = request;
  // A fresh read, which also renews the caches: a replay often follows a correction of the mapping or the fields.
  const { source } = await readRecords(table, {
    source: uncached(cachedSourceRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
  });
  const { id: sourceId } = requireFound("source", source);
  const { since, until, outcome, cursor = request.query?.cursor } = request.body();
  const cursors = replayCursor(firmId, { list: "replay", sourceId, since, until, outcome });
  const { afterId = null, toId } = cursors.decode(cursor) ?? {
    toId: idAt(until === undefined ? nowMilliseconds : Date.parse(until)),
  };
  const walk = { outcome, from: idAt(Date.parse(since)), to: toId, afterId };
  const page = await replayInboundDeliveries(table, { firmId, actor, sourceId, nowMilliseconds }, walk);
  return {
    body: {
      data: page.records.map(({ id, ...replayed }): ReplayedDelivery => ({ delivery_id: id, ...replayed })),
      next_cursor: page.lastId === null ? null : cursors.encode({ afterId: page.lastId, toId }),
    },
  };
});
