import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { readSurvivingLead } from "../leads/merged-leads.store.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { commit } from "../table/commit.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { externalIdKey } from "../table/record-keys.ts";
import { retryOnConflict } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { createOrMergeLead, type Ingestion } from "./create-or-merge-lead.ts";
import { deduplicationRecord } from "./deduplication.store.ts";
import {
  type DeliveryResult,
  type InboundDelivery,
  type InboundReceipt,
  toRejection,
  withoutContent,
} from "./inbound-delivery.rules.ts";
import { putDelivery } from "./inbound-delivery.store.ts";
import { conditionOutcome, decodedJson, receivedJson } from "./inbound-json.rules.ts";
import { inboundLead } from "./inbound-lead.rules.ts";
import type { Source } from "./source.rules.ts";
import { cachedSourceRecord, defaultAssigneeRecord } from "./source.store.ts";
import { readExternalId } from "./source-mapping.rules.ts";

/** A delivery to ingest; the source decides what is kept of it. */
type Request = Omit<Ingestion, "receipt"> & { readonly receiptFor: (source: Source) => InboundReceipt };

/** A delivery with its result, and the source as it was read to process it. */
type Ingested = { readonly delivery: InboundDelivery; readonly source: Source };

/**
 * Creates or changes a lead by the source's mapping, and stores the delivery with its result, even when it is
 * ignored, a test or rejected. Throws only errors of the service itself, having written nothing.
 */
export const ingestLead = async (table: Table, { receiptFor, ...request }: Request): Promise<Ingested> => {
  const { settings, source } = await readRecords(table, {
    settings: settingsRecord(request.firmId),
    source: cachedSourceRecord(request.firmId, request.sourceId),
  });
  if (source === null) throw new Error("The source of an ingestion key is missing.");
  const ingestion = { ...request, receipt: receiptFor(source) };
  const delivery = await retryOnConflict(() => processDelivery(table, ingestion, { settings, source })).catch(
    (refusal: unknown) =>
      storeWithoutLead(table, ingestion, source, { outcome: "rejected", error: toRejection(refusal) }),
  );
  countOutcome("Leads", delivery.outcome);
  return { delivery, source };
};

type Context = { readonly settings: FirmSettings; readonly source: Source };

const processDelivery = async (
  table: Table,
  request: Ingestion,
  { settings, source }: Context,
): Promise<InboundDelivery | "conflict"> => {
  const json = receivedJson(request.receipt, source);
  const outcome = conditionOutcome(json, source);
  if (outcome !== null) return storeWithoutLead(table, request, source, { outcome, error: null });
  const assignee = await readRecord(table, defaultAssigneeRecord(request.firmId, source));
  const inbound = inboundLead(json, { source, settings, assignee });
  return createOrMergeLead({ table, request, inbound, settings });
};

/**
 * Stores a delivery that changes no lead. A replay keeps the lead of the delivery that it replays. Of a delivery that
 * belongs to an erased lead nothing is kept but that it came; its sender is answered as ever.
 */
const storeWithoutLead = async (
  table: Table,
  request: Ingestion,
  source: Source,
  result: Pick<DeliveryResult, "outcome" | "error">,
): Promise<InboundDelivery> => {
  const { firmId, sourceId, receipt, priorLeadId = null } = request;
  const erasedLeadId = await erasedLeadOfDelivery(table, request, source);
  const leadId = erasedLeadId ?? priorLeadId;
  const delivery = { ...receipt, ...result, leadId, externalId: null, omitted: [] };
  const kept = erasedLeadId === null ? delivery : withoutContent(delivery);
  await commit(table, [putDelivery(firmId, sourceId, kept)]);
  return { ...kept, error: result.error };
};

/**
 * The id of the erased lead whose external id a delivery has; null if there is none. The body counts even if it is
 * invalid or not from the source's sender. Nothing is read for a body without an external id.
 */
const erasedLeadOfDelivery = async (
  table: Table,
  { firmId, sourceId, receipt }: Ingestion,
  source: Source,
): Promise<string | null> => {
  const externalId = readExternalId(decodedJson(receipt, source), source.mapping).value;
  if (externalId === undefined) return null;
  const entry = await readRecord(table, deduplicationRecord(externalIdKey(firmId, sourceId, externalId)));
  const lead = entry && (await readSurvivingLead(table, firmId, entry.leadId));
  return lead?.erasure === undefined ? null : lead.id;
};
