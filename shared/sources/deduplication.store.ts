import * as z from "zod/mini";
import type { Change } from "../api/change.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import { renameWrites } from "../leads/lead-names.store.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, nullIfMissing, type RecordRef } from "../table/read-records.ts";
import {
  externalIdKey,
  type Item,
  inboundDeliveryKey,
  type RecordKey,
  replayKey,
} from "../table/record-keys.ts";
import { ReadAgain } from "../table/retry.ts";
import type { DeduplicationEntry, NextEntry } from "./deduplication.rules.ts";
import type { InboundDelivery } from "./inbound-delivery.rules.ts";
import { inboundDeliveryRecord, putDelivery } from "./inbound-delivery.store.ts";
import {
  packHashes,
  packTargets,
  targetAttributes,
  unpackHashes,
  unpackTargets,
} from "./target-hashes.store.ts";

const deduplicationItem = lazy(() =>
  z.object({
    lead: z.string(),
    delivery: z.nullable(z.string()),
    // Absent in records of an earlier release, as are hashes of erased values.
    revision: z._default(z.number(), 0),
    bodies: z.optional(z.instanceof(Uint8Array)),
    values: z.optional(z.instanceof(Uint8Array)),
    ...targetAttributes(),
    // For one release: the fields that an earlier release reads.
    fieldsHash: z.string(),
    earlierHashes: z.array(z.string()),
  }),
);

/** @throws ZodError when the item is not a deduplication record */
export const parseDeduplicationEntry = (item: Item): DeduplicationEntry => {
  const { lead, delivery, revision, bodies, values, fieldsHash, earlierHashes, ...targets } =
    deduplicationItem().parse(item);
  return {
    leadId: lead,
    deliveryId: delivery,
    revision,
    bodies: unpackHashes(bodies),
    values: unpackHashes(values),
    targets: unpackTargets(targets),
    formerHashes: [fieldsHash, ...earlierHashes],
  };
};

const deduplicationToItem = (key: RecordKey, entry: NextEntry, revision: number): Item => ({
  ...key,
  lead: entry.leadId,
  delivery: entry.deliveryId,
  revision,
  bodies: packHashes(entry.bodies),
  values: packHashes(entry.values),
  ...packTargets(entry.targets),
  ...formerAttributes(entry),
});

/** The bytes for targets in the kilobyte of a record. */
const ROOM_FOR_TARGETS = 528;
const TARGET_BYTES = 13;
const FORMER_HASH_BYTES = 65;

/** Returns as many of the earlier hashes as fit: a record with 40 targets must not exceed a kilobyte. */
const formerAttributes = ({ formerHashes: [fieldsHash = "", ...earlier], targets }: NextEntry) => {
  const room = ROOM_FOR_TARGETS - TARGET_BYTES * targets.size;
  return { fieldsHash, earlierHashes: earlier.slice(0, Math.max(0, Math.floor(room / FORMER_HASH_BYTES))) };
};

export const deduplicationRecord = (key: RecordKey): RecordRef<DeduplicationEntry | null> => ({
  key,
  parse: nullIfMissing(parseDeduplicationEntry),
});

/**
 * Returns the keys of the records that name a delivery's lead: by the external id and, for a replay, by the replayed
 * delivery.
 */
export const deduplicationKeys = (
  firm: FirmId,
  sourceId: string,
  { externalId, replayOf }: Pick<InboundDelivery, "externalId" | "replayOf">,
): RecordKey[] => [
  ...(externalId === null ? [] : [externalIdKey(firm, sourceId, externalId)]),
  ...(replayOf === null ? [] : [replayKey(firm, sourceId, replayOf)]),
];

/** Reads the delivery that was sent last, for an entry without its values. */
export const undescribedDeliveryRecord = (
  firm: FirmId,
  sourceId: string,
  { targets, deliveryId }: DeduplicationEntry,
  nowMilliseconds: number,
): RecordRef<InboundDelivery | null> =>
  targets !== null || deliveryId === null
    ? NO_RECORD
    : inboundDeliveryRecord(firm, { sourceId, id: deliveryId }, nowMilliseconds);

/** The deduplication records of a delivery, if any, as they were read, and their next content. */
type Deduplication = {
  readonly keys: readonly RecordKey[];
  /** Empty without a search: then none may exist. */
  readonly records: readonly (DeduplicationEntry | null)[];
  readonly after: NextEntry;
};

/** Writes all of a delivery's deduplication records. Requires that none has changed since it was read. */
export const deduplicationWrites = ({ keys, records, after }: Deduplication): Write[] =>
  keys.map((key, index) => {
    const before = records[index] ?? null;
    return {
      Put: {
        Item: deduplicationToItem(key, after, (before?.revision ?? 0) + 1),
        ...unchangedSince(before),
        ...RETURN_FOUND,
      },
      // With a single record, the item that the write found makes another read unnecessary.
      ...(before === null && keys.length === 1 && { refusal: (item) => (item ? new ReadAgain(item) : null) }),
    };
  });

const RETURN_FOUND = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;

const unchangedSince = (before: DeduplicationEntry | null) => {
  if (before === null) return { ConditionExpression: "attribute_not_exists(pk)" };
  const { revision, formerHashes } = before;
  return revision > 0
    ? { ConditionExpression: "revision = :before", ExpressionAttributeValues: { ":before": revision } }
    : {
        ConditionExpression: "attribute_not_exists(revision) AND fieldsHash = :before",
        ExpressionAttributeValues: { ":before": formerHashes[0] },
      };
};

/** Replaces the hash by which an earlier release recognizes the last delivery. No delivery has it. */
const ERASED_HASH = "erased";

export const isErasedEntry = ({ formerHashes }: DeduplicationEntry) => formerHashes[0] === ERASED_HASH;

/** Removes the hashes of values, which may be short enough to guess. The lead and the hashes of whole bodies stay. */
export const eraseEntry = (key: RecordKey, before: DeduplicationEntry): Write => ({
  Put: {
    Item: {
      ...key,
      lead: before.leadId,
      delivery: null,
      revision: before.revision + 1,
      bodies: packHashes(before.bodies),
      fieldsHash: ERASED_HASH,
      earlierHashes: [],
    },
    ...unchangedSince(before),
  },
});

type DeliveryWrite = {
  /** The lead before the delivery; null when that creates it. */
  readonly before: Lead | null;
  /** The lead as the delivery creates or changes it; null when no field differs. */
  readonly lead: Lead | null;
  readonly change: Change;
  readonly deduplication: Deduplication;
};

/** Writes a new delivery together with its lead and its deduplication records. */
export const putDeliveryOfLead = (
  firm: FirmId,
  sourceId: string,
  delivery: InboundDelivery,
  { before, lead, change, deduplication }: DeliveryWrite,
): Write[] => [
  ...deduplicationWrites(deduplication),
  ...(lead ? [putLead(firm, lead, change)] : []),
  ...(lead && before ? renameWrites(firm, { before, after: lead, change }) : []),
  putDelivery(firm, sourceId, delivery),
  ...originalChecks(firm, sourceId, delivery),
];

/** Returns whether a replay's write found that its original was erased after the read. */
export const isErasedDelivery = (found: Item | undefined): boolean => found?.erased === true;

/** Requires that the original was not erased since the read. */
const originalChecks = (firm: FirmId, sourceId: string, { replayOf }: InboundDelivery): Write[] => {
  if (replayOf === null) return [];
  const Key = inboundDeliveryKey(firm, sourceId, replayOf);
  const ConditionExpression = "attribute_not_exists(erased)";
  return [
    { ConditionCheck: { Key, ConditionExpression, ...RETURN_FOUND }, refusal: (item) => new ReadAgain(item) },
  ];
};
