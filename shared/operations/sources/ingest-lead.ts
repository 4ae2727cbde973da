import { AppError, invalidRequest } from "../../contract/app-error.ts";
import { REJECTION_CODES } from "../../contract/sources.ts";
import type { Caller } from "../../domain/events/actor.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { leadChange } from "../../domain/leads/lead-changes.ts";
import { dataSizeViolations, mergedData } from "../../domain/leads/lead-data.ts";
import { normalizePhoneNumber } from "../../domain/leads/phone-number.ts";
import type {
  DeliveryResult,
  InboundDelivery,
  InboundReceipt,
  Rejection,
} from "../../domain/sources/inbound-delivery.ts";
import { type InboundLead, inboundLead } from "../../domain/sources/inbound-lead.ts";
import type { RecordKey } from "../../storage/dynamodb/item.ts";
import { NO_RECORD, readRecord, readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { leadRecord } from "../../storage/leads/lead-store.ts";
import { cachedMemberRecord } from "../../storage/members/member-store.ts";
import { externalIdKey, replayKey } from "../../storage/record-keys.ts";
import {
  type DeduplicationEntry,
  type DeliveryWrite,
  deduplicationRecord,
  inboundDeliveryStore,
} from "../../storage/sources/inbound-delivery-store.ts";
import { cachedSourceRecord } from "../../storage/sources/source-store.ts";
import { newLead } from "../leads/create-lead.ts";
import { newChange } from "../new-change.ts";

type Request = {
  readonly firmId: FirmId;
  readonly caller: Caller;
  readonly sourceId: string;
  readonly receipt: InboundReceipt;
  /** For a replay: the lead of the replayed delivery. */
  readonly priorLeadId?: string | null;
  readonly nowMilliseconds: number;
};

/**
 * Creates or changes a lead by the source's mapping, and stores the delivery with its result, even when it is
 * rejected. Throws only errors of the service itself, having written nothing.
 */
export const ingestLead = async (table: Table, request: Request): Promise<InboundDelivery> => {
  try {
    return await retryOnConflict(() => processDelivery(table, request));
  } catch (refusal) {
    const { firmId, sourceId, receipt } = request;
    const result = { ...NO_RESULT, outcome: "rejected", error: toRejection(refusal) } as const;
    const delivery = { ...receipt, ...result };
    await inboundDeliveryStore(table, firmId, sourceId).putIfAbsent(delivery);
    return delivery;
  }
};

const NO_RESULT = { leadId: null, externalId: null, error: null };

const toRejection = (refusal: unknown): Rejection => {
  if (!(refusal instanceof AppError)) throw refusal;
  const code = REJECTION_CODES.find((each) => each === refusal.code);
  if (code === undefined) throw refusal;
  return { code, message: refusal.message, details: refusal.details };
};

/** A parsed delivery and everything that its write needs. */
type IngestionContext = {
  readonly table: Table;
  readonly request: Request;
  readonly inbound: InboundLead;
  readonly settings: FirmSettings;
  readonly deduplicationKey: RecordKey | null;
};

const processDelivery = async (table: Table, request: Request): Promise<InboundDelivery | "conflict"> => {
  const { firmId, sourceId, receipt } = request;
  const { settings, source } = await readRecords(table, {
    settings: settingsRecord(firmId),
    source: cachedSourceRecord(firmId, sourceId),
  });
  if (source === null) throw new Error("The source of an ingestion key is missing.");
  const { defaultAssigneeId } = source;
  const assignee = await readRecord(
    table,
    defaultAssigneeId === null ? NO_RECORD : cachedMemberRecord(firmId, defaultAssigneeId),
  );
  // An unassigned lead is better than none when the default assignee has left the firm.
  const assigneeId = assignee?.active ? assignee.id : null;
  const inbound = inboundLead(receipt, { source, settings, assigneeId });
  const deduplicationKey = deduplicationKeyOf(request, inbound);
  return createOrMerge({ table, request, inbound, settings, deduplicationKey });
};

const deduplicationKeyOf = (
  { firmId, sourceId, receipt }: Request,
  { externalId }: InboundLead,
): RecordKey | null => {
  if (externalId !== null) return externalIdKey(firmId, sourceId, externalId);
  return receipt.replayOf === null ? null : replayKey(firmId, sourceId, receipt.replayOf);
};

/**
 * Most deliveries are new, so a lead is created without a read first: the write's condition finds an existing one.
 * A replay, and a delivery that cannot become a new lead, read the deduplication record first.
 */
const createOrMerge = async (context: IngestionContext): Promise<InboundDelivery | "conflict"> => {
  const created = await leadOrRefusal(context);
  const readsFirst = created instanceof AppError || context.request.receipt.replayOf !== null;
  const existing = readsFirst ? await existingEntry(context) : null;
  if (existing) return merge(context, existing);
  if (created instanceof AppError) throw created;
  return create(context, created);
};

const leadOrRefusal = async ({
  inbound: { newLead: body },
  settings,
  request,
}: IngestionContext): Promise<Lead | AppError> => {
  if ("missing" in body) return invalidRequest(body.missing);
  return newLead(body, settings, request.nowMilliseconds).catch((refusal: unknown) => {
    if (refusal instanceof AppError) return refusal;
    throw refusal;
  });
};

const existingEntry = async ({
  table,
  request: { priorLeadId = null },
  deduplicationKey,
}: IngestionContext): Promise<DeduplicationEntry | null> => {
  const entry = await readRecord(table, deduplicationKey ? deduplicationRecord(deduplicationKey) : NO_RECORD);
  return entry ?? (priorLeadId === null ? null : { leadId: priorLeadId, fieldsHash: null });
};

const create = async (context: IngestionContext, created: Lead): Promise<InboundDelivery | "conflict"> => {
  const delivery = deliveryWith(context, "created", created.id);
  const written = await write(context, delivery, { lead: { created }, before: null });
  if (typeof written === "string") return written === "done" ? delivery : written;
  return merge(context, written.existing);
};

/**
 * A delivery with the fields of the last one changes nothing, so that edits of the firm stay. Otherwise its values win
 * unless they are blank.
 */
const merge = async (
  context: IngestionContext,
  existing: DeduplicationEntry,
): Promise<InboundDelivery | "conflict"> => {
  const { table, request, inbound, settings } = context;
  const { firmId, sourceId } = request;
  if (existing.fieldsHash === inbound.fieldsHash) {
    const duplicate = deliveryWith(context, "duplicate", existing.leadId);
    await inboundDeliveryStore(table, firmId, sourceId).putIfAbsent(duplicate);
    return duplicate;
  }
  const lead = await readRecord(table, leadRecord(firmId, existing.leadId));
  if (lead === null) throw new Error("The lead of an earlier delivery is missing.");
  const changed = await mergeChange(lead, inbound, settings);
  const delivery = deliveryWith(context, changed ? "updated" : "duplicate", lead.id);
  const written = await write(context, delivery, { lead: { id: lead.id, changed }, before: existing });
  return written === "done" ? delivery : "conflict";
};

const mergeChange = async (lead: Lead, { changes }: InboundLead, settings: FirmSettings) => {
  const phone = changes.phone && (await normalizePhoneNumber(changes.phone, settings.defaultCountry));
  const change = leadChange(lead, { ...changes, phone }, settings);
  const tooLarge = change ? dataSizeViolations(mergedData(lead.data, change.data)) : [];
  if (tooLarge.length > 0) throw invalidRequest(tooLarge);
  return change;
};

const deliveryWith = (
  { request, inbound: { externalId } }: IngestionContext,
  outcome: DeliveryResult["outcome"],
  leadId: string,
): InboundDelivery => ({ ...request.receipt, outcome, leadId, externalId, error: null });

type LeadWrite = { readonly lead: DeliveryWrite["lead"]; readonly before: DeduplicationEntry | null };

const write = (
  { table, request, inbound: { fieldsHash }, deduplicationKey }: IngestionContext,
  delivery: InboundDelivery,
  { lead, before }: LeadWrite,
) =>
  inboundDeliveryStore(table, request.firmId, request.sourceId).write(delivery, {
    lead,
    change: newChange(request),
    deduplication: deduplicationKey && { key: deduplicationKey, before, fieldsHash },
  });
