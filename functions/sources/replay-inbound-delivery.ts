import { notFound } from "../../shared/contract/app-error.ts";
import { replayInboundDelivery } from "../../shared/contract/sources.ts";
import { deliveryResource, replayReceipt } from "../../shared/domain/delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { ingestLead } from "../../shared/operations/ingest-lead.ts";
import { newRecordId } from "../../shared/runtime/record-ids.ts";
import { deliveryRecord } from "../../shared/storage/delivery-store.ts";
import { settingsRecord } from "../../shared/storage/firm-store.ts";
import { freshly, readTogether } from "../../shared/storage/read-together.ts";
import { cachedSourceRecord } from "../../shared/storage/source-store.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(replayInboundDelivery, table, async (request) => {
  const { firmId, params, nowMilliseconds } = request;
  const named = { sourceId: params.id, id: params.deliveryId };
  // Read afresh, and remembered: a mapping or a field that was put right a second ago is what this is for.
  const { source, replayed } = await readTogether(table, {
    source: freshly(cachedSourceRecord(firmId, params.id)),
    settings: freshly(settingsRecord(firmId)),
    replayed: deliveryRecord(firmId, named, nowMilliseconds),
  });
  if (source === null || replayed === null) throw notFound("delivery");
  const receipt = replayReceipt(newRecordId(nowMilliseconds), replayed);
  const { leadId: priorLeadId } = replayed;
  const ingestion = { firmId, sourceId: source.id, receipt, priorLeadId, nowMilliseconds };
  return { body: deliveryResource(await ingestLead(table, ingestion)) };
});
