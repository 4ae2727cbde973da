import { requireFound } from "../../shared/contract/app-error.ts";
import { type ReplayedDelivery, replayInboundDeliveries } from "../../shared/contract/inbound-deliveries.ts";
import { idAt } from "../../shared/domain/record-id.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { replayCursor } from "../../shared/http/replay-cursor.ts";
import { replayInboundDeliveries as replay } from "../../shared/operations/sources/replay-inbound-deliveries.ts";
import { readRecords, uncached } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { cachedSourceRecord } from "../../shared/storage/sources/source-store.ts";

const table = connectTable();

export const handler = endpoint(replayInboundDeliveries, table, async (request) => {
  const { firmId, actor, params, nowMilliseconds } = request;
  // A fresh read, which also renews the caches: a replay often follows a correction of the mapping or the fields.
  const { source } = await readRecords(table, {
    source: uncached(cachedSourceRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
  });
  const { id: sourceId } = requireFound("source", source);
  const { since, until, outcome, cursor = request.query.cursor } = request.body();
  const cursors = replayCursor(firmId, { list: "replay", sourceId, since, until, outcome });
  const { afterId = null, toId } = cursors.decode(cursor) ?? {
    toId: idAt(until === undefined ? nowMilliseconds : Date.parse(until)),
  };
  const walk = { outcome, from: idAt(Date.parse(since)), to: toId, afterId };
  const page = await replay(table, { firmId, actor, sourceId, nowMilliseconds }, walk);
  return {
    body: {
      data: page.records.map(({ id, ...replayed }): ReplayedDelivery => ({ delivery_id: id, ...replayed })),
      next_cursor: page.lastId === null ? null : cursors.encode({ afterId: page.lastId, toId }),
    },
  };
});
