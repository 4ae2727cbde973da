import type { Change } from "../api/change.ts";
import type { Decision, Procedure } from "../api/operation.ts";
import type { Lead as StoredLead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import { renameWrites } from "../leads/lead-names.store.ts";
import { routedLead } from "../leads/route-lead.steps.ts";
import { bookableUntilEpochSeconds } from "../links/link.rules.ts";
import { newLink } from "../links/new-link.store.ts";
import { newRecordId } from "../runtime/record-id.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { type FirmState, firmStateRecord } from "../settings/firm-state.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { known, NO_RECORD, type Reader } from "../table/read-records.ts";
import { cachedFor } from "../table/record-cache.ts";
import type { Attempt } from "../table/retry.ts";
import { conditionOutcome, receivedBody } from "./admission.rules.ts";
import { bookedTypeOf } from "./booking.rules.ts";
import { deduplicationKeys, deduplicationWrites } from "./deduplication.store.ts";
import { type DeliveryDecision, decideDelivery, type ExistingLead } from "./delivery-decision.rules.ts";
import {
  type DeliveryResult,
  IMPORT_USER_AGENT,
  type InboundDelivery,
  type InboundReceipt,
  isWithoutContent,
  toRejection,
  withoutContent,
} from "./inbound-delivery.rules.ts";
import { isErasedDelivery, originalWrites, putDelivery, putRejected } from "./inbound-delivery.store.ts";
import { type InboundLead, inboundLead } from "./inbound-lead.rules.ts";
import { erasedLeadOf, existingLead, findEntry, type Known } from "./known-lead.steps.ts";
import type { Source } from "./source.rules.ts";
import { cachedSourceRecord, defaultAssigneeRecord } from "./source.store.ts";

/** A delivery to process: a new one, or the replay of a stored one. */
export type Delivery = {
  readonly firmId: FirmId;
  readonly sourceId: string;
  /** The id under which it is stored. */
  readonly newId: string;
  readonly nowMilliseconds: number;
  readonly change: Change;
  readonly receiptFor: (source: Source) => InboundReceipt;
  /** The original delivery of a replay. */
  readonly replayed: InboundDelivery | null;
};

/** A delivery with its result, and the settings that decided on it. */
type Ingested = {
  readonly delivery: InboundDelivery;
  /** The secret of the link by which the client of a new lead books; null for none. */
  readonly linkSecret: string | null;
  readonly source: Source;
  readonly settings: FirmSettings;
};

/**
 * Ingestion reads newer settings than other requests do: mappings and fields are often corrected while a form waits for
 * its next try.
 */
const SETTINGS_MILLISECONDS = 1_000;

/** Returns the reads for a decision on a delivery. */
export const ingestionReads = (firm: FirmId, sourceId: string, { isFirst, found }: Attempt) => ({
  source: cachedFor(cachedSourceRecord(firm, sourceId), SETTINGS_MILLISECONDS),
  settings: cachedFor(settingsRecord(firm), SETTINGS_MILLISECONDS),
  attempt: known({ isFirst, found }),
});

type Records = {
  readonly source: Source | null;
  readonly settings: FirmSettings;
  readonly attempt: Attempt;
};

type Context = Delivery & Pick<Ingested, "source" | "settings"> & { readonly receipt: InboundReceipt };

/**
 * Creates or changes a lead by the source's mapping, and stores the delivery with its result, even when it is ignored,
 * a test or rejected. Throws only errors of the service itself.
 */
export const decideIngestion = async (
  { source, settings, attempt }: Records,
  delivery: Delivery,
  read: Reader,
): Promise<Decision<Ingested> & { readonly answer: Ingested }> => {
  if (source === null) throw new Error("The source of an ingestion key is missing.");
  const context = { ...delivery, source, settings, receipt: delivery.receiptFor(source) };
  const {
    result,
    writes,
    linkSecret = null,
  } = await resultOf(context, attempt, read).catch((refusal: unknown) =>
    withoutLead(context, { outcome: "rejected", error: toRejection(refusal) }, read),
  );
  return { writes, answer: { delivery: result, linkSecret, source, settings } };
};

/** Processes one delivery. */
export const ingestion: Procedure<Delivery, Delivery, ReturnType<typeof ingestionReads>, Ingested> = {
  reads: ({ firmId, sourceId }, attempt) => ingestionReads(firmId, sourceId, attempt),
  decide: decideIngestion,
};

/** A delivery to store, and the other writes. */
type Stored = {
  readonly result: InboundDelivery;
  readonly writes: readonly Write[];
  readonly linkSecret?: string;
};

/** @throws AppError when the delivery is to be rejected */
const resultOf = async (context: Context, attempt: Attempt, read: Reader): Promise<Stored> => {
  const { replayed } = context;
  if (isErasedDelivery(attempt.found) || (replayed && isWithoutContent(replayed)))
    return replayWithoutContent(context);
  const body = receivedBody(context.receipt, context.source);
  const outcome = conditionOutcome(body.json, context.source);
  if (outcome !== null) return withoutLead(context, { outcome, error: null }, read);
  const inbound = await inboundLead(body, context);
  const { entry, records } = await findEntry(context, inbound, attempt, read);
  const existing = entry && (await existingLead(entry, context, read));
  const { decision, state } = await decideLead(context, { inbound, existing }, read);
  const stored = withLead(context, inbound, { decision, records, before: existing?.lead ?? null });
  return state === null || decision.outcome !== "created"
    ? stored
    : withLink(context, decision, stored, state);
};

type Lead = { readonly inbound: InboundLead; readonly existing: ExistingLead | null };

const decideLead = async (context: Context, { inbound, existing }: Lead, read: Reader) => {
  const { firmId, source, settings, replayed, change, nowMilliseconds } = context;
  // The people of a list have waited long: none takes a turn or books at once.
  const isImported = change.actor.type === "operator" || replayed?.userAgent === IMPORT_USER_AGENT;
  const mayBook = !existing && !replayed && !isImported && bookedTypeOf(source, settings) !== null;
  const { assignee, state } = await read({
    assignee: existing ? NO_RECORD : defaultAssigneeRecord(firmId, source),
    state: mayBook ? firmStateRecord(firmId) : NO_RECORD,
  });
  const newId = newRecordId(nowMilliseconds);
  const decision = await decideDelivery(inbound, { ...context, existing, assignee, newId });
  if (existing !== null || decision.lead === null) return { decision, state };
  const lead = isImported ? decision.lead : await routedLead(firmId, decision.lead, context, read);
  return { decision: { ...decision, lead }, state };
};

/** Adds a link by which the client of a new lead books. A lost answer loses it: the delivery's repeat is a duplicate. */
const withLink = (
  { firmId, source, settings, nowMilliseconds }: Context,
  { leadId }: Pick<DeliveryDecision, "leadId">,
  { result, writes }: Stored,
  state: FirmState,
): Stored => {
  const { secret, writes: linkWrites } = newLink(
    {
      ...{ leadId, type: bookedTypeOf(source, settings), attorneyId: null },
      ...{ consultationId: null, consultation: null },
      expiresAtEpochSeconds: bookableUntilEpochSeconds(undefined, nowMilliseconds),
    },
    { firmId, state, nowMilliseconds },
  );
  return { result, writes: [...writes, ...linkWrites], linkSecret: secret };
};

type LeadWrite = Pick<Known, "records"> & {
  readonly decision: DeliveryDecision;
  /** The lead of earlier deliveries, as it was read. */
  readonly before: StoredLead | null;
};

/** Returns a delivery with its lead. The write requires the deduplication records as they were read. */
const withLead = (
  { firmId, sourceId, receipt, change, replayed, nowMilliseconds }: Context,
  { externalId }: InboundLead,
  { decision, records, before }: LeadWrite,
): Stored => {
  const { outcome, leadId, lead, entry, omitted } = decision;
  const keys = deduplicationKeys(firmId, sourceId, { externalId, replayOf: receipt.replayOf });
  const delivery = {
    ...receipt,
    ...{ outcome, leadId, externalId, error: null },
    omitted: [...omitted],
    ...(entry && keys.length === 0 && { targets: entry.targets }),
  };
  const result = outcome === "ignored" ? withoutContent(delivery) : delivery;
  const original = originalWrites(firmId, sourceId, { result, replayed, nowMilliseconds });
  if (entry === null) return { result, writes: [putDelivery(firmId, sourceId, result), ...original] };
  const writes = [
    ...deduplicationWrites({ keys, records, after: entry }),
    ...(lead ? [putLead(firmId, lead, change)] : []),
    ...(lead && before ? renameWrites(firmId, { before, after: lead, change }) : []),
    putDelivery(firmId, sourceId, result),
    ...original,
  ];
  return { result, writes };
};

/** Returns the replay of a delivery that has no content, or has lost it since the read. */
const replayWithoutContent = ({ firmId, sourceId, receipt, replayed }: Context): Stored => {
  const delivery = { leadId: replayed?.leadId ?? null, externalId: null, error: null, omitted: [] };
  const result = withoutContent({ ...receipt, ...delivery, outcome: "ignored" });
  return { result, writes: [putDelivery(firmId, sourceId, result)] };
};

/**
 * Returns a delivery that changes no lead. A replay keeps the lead of its original. A delivery of an erased lead keeps
 * only the fact that it arrived; its sender gets the usual answer.
 */
const withoutLead = async (
  context: Context,
  { outcome, error }: Pick<DeliveryResult, "outcome" | "error">,
  read: Reader,
): Promise<Stored> => {
  const { firmId, sourceId, source, receipt, replayed, change, nowMilliseconds } = context;
  const erasedLeadId = await erasedLeadOf(context, read);
  const leadId = erasedLeadId ?? replayed?.leadId ?? null;
  const delivery = { ...receipt, outcome, error, leadId, externalId: null, omitted: [] };
  const stored = erasedLeadId === null ? delivery : withoutContent(delivery);
  const write =
    outcome === "rejected"
      ? putRejected(firmId, source, stored, change)
      : putDelivery(firmId, sourceId, stored);
  const original = originalWrites(firmId, sourceId, { result: stored, replayed, nowMilliseconds });
  return { result: { ...stored, error }, writes: [write, ...original] };
};
