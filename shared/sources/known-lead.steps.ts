import { survivingLeadRecord } from "../leads/merged-leads.store.ts";
import { membersAhead } from "../leads/route-lead.steps.ts";
import { type FirmSettings, firstOpenStage } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type Reader } from "../table/read-records.ts";
import { externalIdKey } from "../table/record-keys.ts";
import type { Attempt } from "../table/retry.ts";
import { storedJson } from "./admission.rules.ts";
import { type DeduplicationEntry, knownEntry, withSentValues } from "./deduplication.rules.ts";
import { deduplicationKeys, deduplicationRecord, parseDeduplicationEntry } from "./deduplication.store.ts";
import type { ExistingLead } from "./delivery-decision.rules.ts";
import type { InboundDelivery, InboundReceipt } from "./inbound-delivery.rules.ts";
import { inboundDeliveryRecord } from "./inbound-delivery.store.ts";
import { externalIdIn, type InboundLead, sentTextsOf } from "./inbound-lead.rules.ts";
import type { Source } from "./source.rules.ts";

/** The entry of a delivery's lead, if known, and the deduplication records as they were read; empty without a search. */
export type Known = {
  readonly entry: DeduplicationEntry | null;
  readonly records: readonly (DeduplicationEntry | null)[];
};

type Received = {
  readonly firmId: FirmId;
  readonly sourceId: string;
  readonly receipt: InboundReceipt;
  /** The original delivery of a replay. */
  readonly replayed: InboundDelivery | null;
  readonly settings: FirmSettings;
  readonly source: Source;
};

/**
 * Finds the entry of a lead. Most deliveries are new, so a lead is created without reading the deduplication records
 * first: the write's condition finds an existing one. A replay, a delivery that met another one, one that cannot become a
 * new lead, and one that may take a turn read them first.
 */
export const findEntry = async (
  { firmId, sourceId, receipt, replayed, settings, source }: Received,
  { externalId, newLead }: InboundLead,
  { isFirst, found }: Attempt,
  read: Reader,
): Promise<Known> => {
  if (found !== undefined) {
    const entry = parseDeduplicationEntry(found);
    return { entry, records: [entry] };
  }
  const canCreate = !("missing" in newLead) && firstOpenStage(settings.stages) !== undefined;
  const assigned = { ...newLead, assignee_id: source.defaultAssigneeId };
  const members = canCreate ? membersAhead(firmId, assigned, settings) : undefined;
  const isLeft = isFirst && receipt.replayOf === null && members === undefined;
  if (isLeft && canCreate) return { entry: null, records: [] };
  const keys = deduplicationKeys(firmId, sourceId, { externalId, replayOf: receipt.replayOf });
  const { records } = await read({ records: keys.map(deduplicationRecord), members: members ?? [] });
  return { entry: knownEntry(records, replayed), records };
};

type Context = Pick<Received, "firmId" | "settings" | "source"> & {
  readonly nowMilliseconds: number;
};

/** Reads the delivery that was sent last, for an entry without its values. */
const undescribedDelivery = (
  { targets, deliveryId }: DeduplicationEntry,
  { firmId, source, nowMilliseconds }: Omit<Context, "settings">,
) =>
  targets !== null || deliveryId === null
    ? NO_RECORD
    : inboundDeliveryRecord(firmId, { sourceId: source.id, id: deliveryId }, nowMilliseconds);

/** Reads the lead of earlier deliveries, and their sent values. A delivery for a merged lead goes to the surviving one. */
export const existingLead = async (
  entry: DeduplicationEntry,
  { firmId, source, settings, nowMilliseconds }: Context,
  read: Reader,
): Promise<ExistingLead> => {
  const { lead, last } = await read({
    lead: survivingLeadRecord(firmId, entry.leadId),
    last: undescribedDelivery(entry, { firmId, source, nowMilliseconds }),
  });
  if (lead === null) throw new Error("The lead of an earlier delivery is missing.");
  return { lead, entry: withSentValues(entry, last && sentTextsOf(last, { source, settings })) };
};

/**
 * Returns the id of the erased lead with a delivery's external id; null if there is none. Uses even an invalid body, or
 * one that is not from the source's sender. Reads nothing for a body without an external id.
 */
export const erasedLeadOf = async (
  { firmId, sourceId, receipt, source }: Pick<Received, "firmId" | "sourceId" | "receipt" | "source">,
  read: Reader,
): Promise<string | null> => {
  const externalId = externalIdIn(storedJson(receipt, source), source);
  if (externalId === null) return null;
  const { entry } = await read({ entry: deduplicationRecord(externalIdKey(firmId, sourceId, externalId)) });
  if (entry === null) return null;
  const { lead } = await read({ lead: survivingLeadRecord(firmId, entry.leadId) });
  return lead?.erasure === undefined ? null : lead.id;
};
