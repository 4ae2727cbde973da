import { AppError, invalidRequest } from "../../contract/app-error.ts";
import { REJECTION_CODES } from "../../contract/sources.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { leadChange } from "../../domain/leads/lead-changes.ts";
import { dataSizeViolations, mergedData } from "../../domain/leads/lead-data.ts";
import { normalizePhoneNumber } from "../../domain/leads/phone-number.ts";
import type {
  Delivery,
  DeliveryResult,
  InboundReceipt,
  Rejection,
} from "../../domain/sources/inbound-delivery.ts";
import { type InboundLead, inboundLead } from "../../domain/sources/inbound-lead.ts";
import { changeAt } from "../../runtime/new-record-id.ts";
import { NO_RECORD, readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { leadRecord } from "../../storage/leads/lead-store.ts";
import { cachedMemberRecord } from "../../storage/members/member-store.ts";
import { externalIdKey, type RecordKey, replayKey } from "../../storage/record-keys.ts";
import {
  type DeduplicationEntry,
  type DeliveryWrite,
  deduplicationRecord,
  inboundDeliveryStore,
} from "../../storage/sources/inbound-delivery-store.ts";
import { cachedSourceRecord } from "../../storage/sources/source-store.ts";
import { newLead } from "../leads/create-lead.ts";

type Ingestion = {
  readonly firmId: FirmId;
  readonly sourceId: string;
  readonly receipt: InboundReceipt;
  /** The lead that a delivery which is replayed belonged to. */
  readonly priorLeadId?: string | null;
  readonly nowMilliseconds: number;
};

/**
 * Makes or changes a lead as the source's mapping reads the delivery, and keeps the delivery with what came of it,
 * also when that is nothing. What it throws is never the sender's fault, and then nothing was written.
 */
export const ingestLead = async (table: Table, ingestion: Ingestion): Promise<Delivery> => {
  try {
    return await retryOnConflict(() => processDelivery(table, ingestion));
  } catch (refusal) {
    const { firmId, sourceId, receipt } = ingestion;
    const settlement = { ...NOTHING, outcome: "rejected", error: rejectionOf(refusal) } as const;
    const delivery = { ...receipt, ...settlement };
    await inboundDeliveryStore(table, firmId, sourceId).keep(delivery);
    return delivery;
  }
};

const NOTHING = { leadId: null, externalId: null, error: null };

const rejectionOf = (refusal: unknown): Rejection => {
  if (!(refusal instanceof AppError)) throw refusal;
  const code = REJECTION_CODES.find((each) => each === refusal.code);
  if (code === undefined) throw refusal;
  return { code, message: refusal.message, details: refusal.details };
};

/** A delivery as it is understood, and how what comes of it is written. */
type Case = {
  readonly table: Table;
  readonly ingestion: Ingestion;
  readonly inbound: InboundLead;
  readonly settings: FirmSettings;
  readonly deduplicationKey: RecordKey | null;
};

const processDelivery = async (table: Table, ingestion: Ingestion): Promise<Delivery | "conflict"> => {
  const { firmId, sourceId, receipt } = ingestion;
  const { settings, source } = await readRecords(table, {
    settings: settingsRecord(firmId),
    source: cachedSourceRecord(firmId, sourceId),
  });
  if (source === null) throw new Error("The source of an ingestion key is missing.");
  const { defaultAssigneeId } = source;
  const { assignee } = await readRecords(table, {
    assignee: defaultAssigneeId === null ? NO_RECORD : cachedMemberRecord(firmId, defaultAssigneeId),
  });
  // Who has left the firm since gets no lead; that the lead has nobody then is better than that there is none.
  const assigneeId = assignee?.active ? assignee.id : null;
  const inbound = inboundLead(receipt, { source, settings, assigneeId });
  const deduplicationKey = deduplicationKeyOf(ingestion, inbound);
  return createOrMerge({ table, ingestion, inbound, settings, deduplicationKey });
};

const deduplicationKeyOf = (
  { firmId, sourceId, receipt }: Ingestion,
  { externalId }: InboundLead,
): RecordKey | null => {
  if (externalId !== null) return externalIdKey(firmId, sourceId, externalId);
  return receipt.replayOf === null ? null : replayKey(firmId, sourceId, receipt.replayOf);
};

/**
 * Most deliveries are new ones, so a lead is made without looking for one first: the write tells when there is one.
 * Where none can be made, or one is known by a replay, it is looked for.
 */
const createOrMerge = async (delivered: Case): Promise<Delivery | "conflict"> => {
  const made = await asNewLead(delivered);
  const lookFirst = made instanceof AppError || delivered.ingestion.receipt.replayOf !== null;
  const known = lookFirst ? await knownLead(delivered) : null;
  if (known) return merge(delivered, known);
  if (made instanceof AppError) throw made;
  return create(delivered, made);
};

const asNewLead = async ({ inbound: { asNew }, settings, ingestion }: Case): Promise<Lead | AppError> => {
  if ("lacks" in asNew) return invalidRequest(asNew.lacks);
  return newLead(asNew, settings, ingestion.nowMilliseconds).catch((refusal: unknown) => {
    if (refusal instanceof AppError) return refusal;
    throw refusal;
  });
};

const knownLead = async ({
  table,
  ingestion,
  deduplicationKey,
}: Case): Promise<DeduplicationEntry | null> => {
  const { known } = await readRecords(table, {
    known: deduplicationKey ? deduplicationRecord(deduplicationKey) : NO_RECORD,
  });
  const { priorLeadId = null } = ingestion;
  return known ?? (priorLeadId === null ? null : { leadId: priorLeadId, fieldsHash: null });
};

const create = async (delivered: Case, made: Lead): Promise<Delivery | "conflict"> => {
  const delivery = settled(delivered, "created", made.id);
  const written = await write(delivered, delivery, { lead: { made }, before: null });
  if (typeof written === "string") return written === "done" ? delivery : written;
  return merge(delivered, written.known);
};

/** The same again changes nothing, whatever became of the lead since; other values win where they are not blank. */
const merge = async (delivered: Case, known: DeduplicationEntry): Promise<Delivery | "conflict"> => {
  const { table, ingestion, inbound, settings } = delivered;
  const { firmId, sourceId } = ingestion;
  if (known.fieldsHash === inbound.fieldsHash) {
    const duplicate = settled(delivered, "duplicate", known.leadId);
    await inboundDeliveryStore(table, firmId, sourceId).keep(duplicate);
    return duplicate;
  }
  const { lead } = await readRecords(table, { lead: leadRecord(firmId, known.leadId) });
  if (lead === null) throw new Error("The lead of an earlier delivery is missing.");
  const changed = await changeOf(lead, inbound, settings);
  const delivery = settled(delivered, changed ? "updated" : "duplicate", lead.id);
  const written = await write(delivered, delivery, { lead: { id: lead.id, changed }, before: known });
  return written === "done" ? delivery : "conflict";
};

const changeOf = async (lead: Lead, { changes }: InboundLead, settings: FirmSettings) => {
  const phone = changes.phone && (await normalizePhoneNumber(changes.phone, settings.defaultCountry));
  const change = leadChange(lead, { ...changes, phone }, settings);
  const tooLarge = change ? dataSizeViolations(mergedData(lead.data, change.data)) : [];
  if (tooLarge.length > 0) throw invalidRequest(tooLarge);
  return change;
};

const settled = (
  { ingestion, inbound: { externalId } }: Case,
  outcome: DeliveryResult["outcome"],
  leadId: string,
): Delivery => ({ ...ingestion.receipt, outcome, leadId, externalId, error: null });

type Writing = { readonly lead: DeliveryWrite["lead"]; readonly before: DeduplicationEntry | null };

const write = (
  { table, ingestion, inbound: { fieldsHash }, deduplicationKey }: Case,
  delivery: Delivery,
  { lead, before }: Writing,
) =>
  inboundDeliveryStore(table, ingestion.firmId, ingestion.sourceId).write(delivery, {
    lead,
    change: changeAt(ingestion.nowMilliseconds),
    identity: deduplicationKey && { key: deduplicationKey, before, fieldsHash },
  });
