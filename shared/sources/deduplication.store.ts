import * as z from "zod/mini";
import type { Change } from "../api/change.ts";
import { lazy } from "../api/schema/zod.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import type { TransactionOutcome, Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { externalIdKey, inboundDeliveryKey, type RecordKey, replayKey } from "../table/record-keys.ts";
import type { DeduplicationEntry } from "./deduplication.rules.ts";
import type { InboundDelivery } from "./inbound-delivery.rules.ts";
import { putDelivery } from "./inbound-delivery.store.ts";

const deduplicationItem = lazy(() =>
  z.object({
    lead: z.string(),
    fieldsHash: z.string(),
    earlierHashes: z.array(z.string()),
    delivery: z.nullable(z.string()),
  }),
);

/** The entry of a deduplication record, or null when there is none. */
const parseDeduplicationEntry = nullIfMissing((item): DeduplicationEntry => {
  const { lead, delivery, ...hashes } = deduplicationItem().parse(item);
  return { leadId: lead, deliveryId: delivery, ...hashes };
});

export const deduplicationRecord = (key: RecordKey): RecordRef<DeduplicationEntry | null> => ({
  key,
  parse: parseDeduplicationEntry,
});

/** The keys of the records that name a delivery's lead: by the external id and, for a replay, by the replayed delivery. */
export const deduplicationKeys = (
  firm: FirmId,
  sourceId: string,
  { externalId, replayOf }: Pick<InboundDelivery, "externalId" | "replayOf">,
): RecordKey[] => [
  ...(externalId === null ? [] : [externalIdKey(firm, sourceId, externalId)]),
  ...(replayOf === null ? [] : [replayKey(firm, sourceId, replayOf)]),
];

/**
 * The deduplication records of a delivery, if it has any, and the value to write to each. The first must still have the
 * value that was read; none may exist when there was no value.
 */
type Deduplication = {
  readonly keys: readonly RecordKey[];
  readonly before: DeduplicationEntry | null;
  readonly after: DeduplicationEntry;
};

/**
 * Writes all of a delivery's deduplication records, on the condition that the first has not changed. A new lead is the
 * first of each.
 */
export const deduplicationWrites = ({ keys, before, after }: Deduplication): Write[] => {
  const { leadId: lead, deliveryId: delivery, ...hashes } = after;
  return keys.map((key, index) => ({
    Put: {
      Item: { ...key, lead, delivery, ...hashes },
      ...((index === 0 || before === null) && unchangedSince(before)),
    },
  }));
};

const unchangedSince = (before: DeduplicationEntry | null) => ({
  ...(before === null || before.fieldsHash === null
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : {
        ConditionExpression: "fieldsHash = :before",
        ExpressionAttributeValues: { ":before": before.fieldsHash },
      }),
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
});

type DeliveryWrite = {
  /** The lead that the delivery creates, or as it changes it; null when no field differs. */
  readonly lead: Lead | null;
  readonly change: Change;
  readonly deduplication: Deduplication;
};

/** Writes a new delivery together with its lead and its deduplication records. */
export const putDeliveryOfLead = (
  firm: FirmId,
  sourceId: string,
  delivery: InboundDelivery,
  { lead, change, deduplication }: DeliveryWrite,
): Write[] => [
  ...deduplicationWrites(deduplication),
  ...(lead ? [putLead(firm, lead, change)] : []),
  putDelivery(firm, sourceId, delivery),
  ...originalChecks(firm, sourceId, delivery),
];

type DeliveryOutcome = "done" | "conflict" | "erased" | { readonly existing: DeduplicationEntry };

/**
 * What the commit of `putDeliveryOfLead` has come to: when nothing was written, the existing deduplication entry if
 * another delivery wrote it first, or `erased` if the delivery that is replayed was erased since it was read.
 */
export const deliveryOutcome = (
  outcome: TransactionOutcome,
  { replayOf }: InboundDelivery,
): DeliveryOutcome => {
  if (outcome.result !== "refused") return outcome.result;
  const { reasons } = outcome;
  if (replayOf !== null && reasons.at(-1)?.failed) return "erased";
  const existing = parseDeduplicationEntry(reasons[0]?.item);
  return existing ? { existing } : "conflict";
};

/** A replay has the body that its original had when it was read. */
const originalChecks = (firm: FirmId, sourceId: string, { replayOf }: InboundDelivery): Write[] => {
  if (replayOf === null) return [];
  const Key = inboundDeliveryKey(firm, sourceId, replayOf);
  return [{ ConditionCheck: { Key, ConditionExpression: "attribute_not_exists(erased)" } }];
};
