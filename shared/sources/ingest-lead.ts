import { type Actor, newChange } from "../api/change.ts";
import { readSurvivingLead, survivingLeadRecord } from "../leads/merged-leads.store.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import { commitWhenFree } from "../table/commit.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { externalIdKey } from "../table/record-keys.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { type DeduplicationEntry, knownEntry, withSent } from "./deduplication.rules.ts";
import {
  deduplicationKeys,
  deduplicationRecord,
  deliveryOutcome,
  putDeliveryOfLead,
  undescribedDeliveryRecord,
} from "./deduplication.store.ts";
import { type DeliveryDecision, decideDelivery, type ExistingLead } from "./delivery-decision.rules.ts";
import {
  type DeliveryResult,
  type InboundDelivery,
  toRejection,
  withoutContent,
} from "./inbound-delivery.rules.ts";
import { putDelivery } from "./inbound-delivery.store.ts";
import { decodedJson } from "./inbound-json.rules.ts";
import { type InboundLead, sentTextsOf } from "./inbound-lead.rules.ts";
import { type DeliveryToJudge, type JudgedDelivery, judgeDelivery } from "./judge-delivery.steps.ts";
import { defaultAssigneeRecord } from "./source.store.ts";
import { readExternalId } from "./source-mapping.rules.ts";

type Ingestion = Omit<DeliveryToJudge, "receiptFor"> & {
  readonly actor: Actor;
  /** The delivery that a replay replays. */
  readonly replayed?: InboundDelivery;
  readonly nowMilliseconds: number;
};

/** A delivery, and what its outcome depends on. */
type Context = Ingestion &
  Omit<JudgedDelivery, "verdict"> & {
    readonly table: Table;
    /** Whether an earlier delivery of this lead is likely. */
    readonly readsFirst: boolean;
  };

/** A delivery with its result, and what was read to process it. */
type Ingested = Pick<Context, "source" | "settings"> & { readonly delivery: InboundDelivery };

/**
 * Creates or changes a lead by the source's mapping, and stores the delivery with its result, even when it is
 * ignored, a test or rejected. Throws only errors of the service itself, having written nothing.
 */
export const ingestLead = async (
  table: Table,
  { receiptFor, ...request }: Ingestion & DeliveryToJudge,
): Promise<Ingested> => {
  const { verdict, receipt, source, settings } = await judgeDelivery({ ...request, receiptFor }, (refs) =>
    readRecords(table, refs),
  );
  const context = { ...request, table, settings, source, receipt, readsFirst: receipt.replayOf !== null };
  const delivery = await retryReads((attempt) =>
    processDelivery(attempt === 1 ? context : { ...context, readsFirst: true }, verdict),
  ).catch((refusal: unknown) =>
    storeWithoutLead(context, { outcome: "rejected", error: toRejection(refusal) }),
  );
  countOutcome("Leads", delivery.outcome);
  return { delivery, source, settings };
};

const processDelivery = async (
  context: Context,
  verdict: JudgedDelivery["verdict"],
): Promise<InboundDelivery> => {
  if ("refusal" in verdict) throw verdict.refusal;
  return "outcome" in verdict
    ? storeWithoutLead(context, { outcome: verdict.outcome, error: null })
    : storeWithLead(context, verdict.lead);
};

/**
 * Most deliveries are new, so a lead is created without a read first: the write's condition finds an existing one.
 * A replay, a delivery that met another one, and one that cannot become a new lead read the deduplication records first.
 * @throws AppError when the delivery is to be rejected
 */
const storeWithLead = async (context: Context, inbound: InboundLead): Promise<InboundDelivery> => {
  const creation = await decide(context, inbound, null).catch((refusal: unknown) => {
    if (refusal instanceof AppError) return refusal;
    throw refusal;
  });
  if (context.readsFirst || creation instanceof AppError) {
    const records = await readEntries(context, inbound);
    const entry = knownEntry(records, context.replayed ?? null);
    if (entry) return changeLead(context, inbound, { entry, records });
  }
  if (creation instanceof AppError) throw creation;
  return write(context, inbound, { decision: creation, records: [] });
};

const decide = async (context: Context, inbound: InboundLead, existing: ExistingLead | null) => {
  const { table, firmId, source, nowMilliseconds } = context;
  const assignee = existing ? null : await readRecord(table, defaultAssigneeRecord(firmId, source));
  return decideDelivery(inbound, { ...context, existing, assignee, newId: newRecordId(nowMilliseconds) });
};

const keysOf = ({ firmId, sourceId, receipt: { replayOf } }: Context, { externalId }: InboundLead) =>
  deduplicationKeys(firmId, sourceId, { externalId, replayOf });

const readEntries = async (context: Context, inbound: InboundLead): Promise<Records> => {
  const refs = { entries: keysOf(context, inbound).map(deduplicationRecord) };
  return (await readRecords(context.table, refs)).entries;
};

type Records = readonly (DeduplicationEntry | null)[];

/** What is known of a delivery's lead, and the records that say it. */
type Known = { readonly entry: DeduplicationEntry; readonly records: Records };

/** What is for a lead that was merged goes to the surviving one. */
const changeLead = async (
  context: Context,
  inbound: InboundLead,
  { entry, records }: Known,
): Promise<InboundDelivery> => {
  const { table, firmId, sourceId, nowMilliseconds } = context;
  const { lead, last } = await readRecords(table, {
    lead: survivingLeadRecord(firmId, entry.leadId),
    last: undescribedDeliveryRecord(firmId, sourceId, entry, nowMilliseconds),
  });
  if (lead === null) throw new Error("The lead of an earlier delivery is missing.");
  const existing = { lead, entry: withSent(entry, last && sentTextsOf(last, context)) };
  const decision = await decide(context, inbound, existing);
  return write(context, inbound, { decision, records });
};

type LeadWrite = {
  readonly decision: DeliveryDecision;
  /** The deduplication records as they were read; empty when none was looked for. */
  readonly records: Records;
};

/** Writes the delivery with its lead. When another one has created the lead meanwhile, the delivery is merged into it. */
const write = async (
  context: Context,
  inbound: InboundLead,
  { decision, records }: LeadWrite,
): Promise<InboundDelivery> => {
  const { table, firmId, sourceId, receipt } = context;
  const { outcome, leadId, lead, entry } = decision;
  const { externalId, omitted } = inbound;
  const keys = keysOf(context, inbound);
  const delivery = {
    ...receipt,
    ...{ outcome, leadId, externalId, error: null, omitted: [...omitted] },
    ...(entry && keys.length === 0 && { targets: entry.targets }),
  };
  if (outcome === "ignored") return store(context, withoutContent(delivery));
  if (entry === null) return store(context, delivery);
  const writes = putDeliveryOfLead(firmId, sourceId, delivery, {
    lead,
    change: newChange(context),
    deduplication: { keys, records, after: entry },
  });
  const written = deliveryOutcome(await commitWhenFree(table, writes), delivery);
  if (written === "done") return delivery;
  // What is replayed was erased since it was read.
  if (written === "erased")
    return store(context, withoutContent({ ...delivery, outcome: "ignored", leadId: null }));
  if (records.length > 0) throw new ReadAgain();
  return changeLead(context, inbound, { entry: written.existing, records: [written.existing] });
};

const store = async (
  { table, firmId, sourceId }: Context,
  delivery: InboundDelivery,
): Promise<InboundDelivery> => {
  await commitWhenFree(table, [putDelivery(firmId, sourceId, delivery)]);
  return delivery;
};

/**
 * Stores a delivery that changes no lead. A replay keeps the lead of the delivery that it replays. Of a delivery that
 * belongs to an erased lead nothing is kept but that it came; its sender is answered as ever.
 */
const storeWithoutLead = async (
  context: Context,
  result: Pick<DeliveryResult, "outcome" | "error">,
): Promise<InboundDelivery> => {
  const { receipt, replayed } = context;
  const erasedLeadId = await erasedLeadOfDelivery(context);
  const leadId = erasedLeadId ?? replayed?.leadId ?? null;
  const delivery = { ...receipt, ...result, leadId, externalId: null, omitted: [] };
  const stored = await store(context, erasedLeadId === null ? delivery : withoutContent(delivery));
  return { ...stored, error: result.error };
};

/**
 * The id of the erased lead whose external id a delivery has; null if there is none. The body counts even if it is
 * invalid or not from the source's sender. Nothing is read for a body without an external id.
 */
const erasedLeadOfDelivery = async (context: Context): Promise<string | null> => {
  const { table, firmId, sourceId, receipt, source } = context;
  const externalId = readExternalId(decodedJson(receipt, source), source.mapping).value;
  if (externalId === undefined) return null;
  const entry = await readRecord(table, deduplicationRecord(externalIdKey(firmId, sourceId, externalId)));
  const lead = entry && (await readSurvivingLead(table, firmId, entry.leadId));
  return lead?.erasure === undefined ? null : lead.id;
};
