import { AppError, invalidRequest } from "../api/app-error.ts";
import { type Actor, newChange } from "../api/change.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { newLead } from "../leads/lead-changes.rules.ts";
import { readSurvivingLead } from "../leads/merged-leads.store.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import type { RecordKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type DeduplicationEntry, isRepetition, knownEntry, nextEntry } from "./deduplication.rules.ts";
import {
  deduplicationKeys,
  deduplicationRecord,
  deliveryOutcome,
  putDeliveryOfLead,
} from "./deduplication.store.ts";
import {
  type DeliveryResult,
  type InboundDelivery,
  type InboundReceipt,
  withoutContent,
} from "./inbound-delivery.rules.ts";
import { putDelivery } from "./inbound-delivery.store.ts";
import { type InboundLead, mergedLead } from "./inbound-lead.rules.ts";

/** A delivery to ingest. */
export type Ingestion = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly sourceId: string;
  readonly receipt: InboundReceipt;
  /** For a replay: the lead of the replayed delivery. */
  readonly priorLeadId?: string | null;
  readonly nowMilliseconds: number;
};

/** A parsed delivery and what its write needs. */
type ParsedDelivery = {
  readonly table: Table;
  readonly request: Ingestion;
  readonly inbound: InboundLead;
  readonly settings: FirmSettings;
};

/** What was stored, or `conflict` when something has changed since it was read. */
type Ingested = InboundDelivery | "conflict";

type IngestionContext = ParsedDelivery & {
  /** The keys of the records that name the lead: by the external id and, for a replay, by the replayed delivery. */
  readonly deduplicationKeys: readonly RecordKey[];
};

/**
 * Creates the lead of a delivery or changes an existing one, and stores the delivery with its outcome.
 *
 * Most deliveries are new, so a lead is created without a read first: the write's condition finds an existing one.
 * A replay, and a delivery that cannot become a new lead, read the deduplication record first.
 * @throws AppError when the delivery is to be rejected
 */
export const createOrMergeLead = async (parsed: ParsedDelivery): Promise<Ingested> => {
  const { firmId, sourceId, receipt } = parsed.request;
  const { externalId } = parsed.inbound;
  const keys = deduplicationKeys(firmId, sourceId, { externalId, replayOf: receipt.replayOf });
  const context = { ...parsed, deduplicationKeys: keys };
  const created = await leadOrRefusal(context);
  const readsFirst = created instanceof AppError || context.request.receipt.replayOf !== null;
  const existing = readsFirst ? await existingEntry(context) : null;
  if (existing) return merge(context, existing);
  if (created instanceof AppError) throw created;
  return write(context, { outcome: "created", leadId: created.id, lead: created, before: null });
};

const leadOrRefusal = async ({
  inbound: { newLead: body },
  settings,
  request,
}: IngestionContext): Promise<Lead | AppError> => {
  if ("missing" in body) return invalidRequest(body.missing);
  const { nowMilliseconds } = request;
  const newRecord = { id: newRecordId(nowMilliseconds), nowMilliseconds };
  return newLead(body, settings, newRecord).catch((refusal: unknown) => {
    if (refusal instanceof AppError) return refusal;
    throw refusal;
  });
};

const existingEntry = async ({
  table,
  request: { priorLeadId = null },
  deduplicationKeys: keys,
}: IngestionContext): Promise<DeduplicationEntry | null> => {
  const { entries } = await readRecords(table, { entries: keys.map(deduplicationRecord) });
  return knownEntry(entries, priorLeadId);
};

/**
 * A repetition changes nothing, so that edits of the firm stay. Otherwise the delivery's values win unless blank. What is
 * for a lead that was merged goes to the surviving one.
 */
const merge = async (context: IngestionContext, existing: DeduplicationEntry): Promise<Ingested> => {
  const { table, request, inbound, settings } = context;
  const { firmId, sourceId, receipt } = request;
  const lead = await readSurvivingLead(table, firmId, existing.leadId);
  if (lead === null) throw new Error("The lead of an earlier delivery is missing.");
  if (lead.erasure !== undefined) return ignoreErased(context, lead.id);
  if (isRepetition(existing, { receipt, fieldsHash: inbound.fieldsHash })) {
    const duplicate = deliveryWith(context, "duplicate", lead.id);
    await commit(table, [putDelivery(firmId, sourceId, duplicate)]);
    return duplicate;
  }
  const changed = await mergedLead(lead, inbound, settings, new Date(request.nowMilliseconds).toISOString());
  const outcome = changed ? "updated" : "duplicate";
  return write(context, { outcome, leadId: lead.id, lead: changed, before: existing });
};

/** What arrives for a lead whose personal data were erased is not kept, nor a replay of what was erased. */
const ignoreErased = async (context: IngestionContext, leadId: string | null): Promise<InboundDelivery> => {
  const { table, request } = context;
  const delivery = withoutContent(deliveryWith(context, "ignored", leadId));
  await commit(table, [putDelivery(request.firmId, request.sourceId, delivery)]);
  return delivery;
};

const deliveryWith = (
  { request, inbound: { externalId, omitted } }: IngestionContext,
  outcome: DeliveryResult["outcome"],
  leadId: string | null,
): InboundDelivery => ({
  ...request.receipt,
  outcome,
  leadId,
  externalId,
  error: null,
  omitted: [...omitted],
});

type LeadWrite = {
  readonly outcome: "created" | "updated" | "duplicate";
  readonly leadId: string;
  /** The lead as it is created or changed; null when no field differs. */
  readonly lead: Lead | null;
  /** The deduplication entry as it was read; null when none was looked for. */
  readonly before: DeduplicationEntry | null;
};

/** Writes the delivery with its lead. When another one has created the lead meanwhile, the delivery is merged into it. */
const write = async (
  context: IngestionContext,
  { outcome, leadId, lead, before }: LeadWrite,
): Promise<Ingested> => {
  const { table, request, inbound, deduplicationKeys: keys } = context;
  const { firmId, sourceId, receipt } = request;
  const delivery = deliveryWith(context, outcome, leadId);
  const after = nextEntry(before, leadId, { receipt, fieldsHash: inbound.fieldsHash });
  const writes = putDeliveryOfLead(firmId, sourceId, delivery, {
    lead,
    change: newChange(request),
    deduplication: { keys, before, after },
  });
  const written = deliveryOutcome(await commit(table, writes), delivery);
  if (written === "done") return delivery;
  if (written === "erased") return ignoreErased(context, null);
  return written === "conflict" || before !== null ? "conflict" : merge(context, written.existing);
};
