import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { externalIdKey, type Item, type RecordKey, replayKey } from "../table/record-keys.ts";
import { ReadAgain } from "../table/retry.ts";
import {
  type DeduplicationEntry,
  HASH_CHARACTERS,
  type NextEntry,
  TARGET_ID_CHARACTERS,
  type Targets,
  TEXT_CHARACTERS,
  textHash,
} from "./deduplication.rules.ts";
import type { InboundDelivery } from "./inbound-delivery.rules.ts";

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

/** Returns hashes as bytes, one after the other. */
const packHashes = (hashes: readonly string[]): Uint8Array => Buffer.from(hashes.join(""), "hex");

const unpackHashes = (bytes: Uint8Array | undefined, characters = HASH_CHARACTERS): string[] =>
  Buffer.from(bytes ?? [])
    .toString("hex")
    .match(new RegExp(`.{${characters}}`, "g")) ?? [];

/** The attributes of `Targets`; absent when these are unknown. */
export const targetAttributes = () => ({
  mapped: z.optional(z.instanceof(Uint8Array)),
  stored: z.optional(z.instanceof(Uint8Array)),
  // Of an earlier release, in place of `mapped`: without places.
  sent: z.optional(z.instanceof(Uint8Array)),
});

type TargetAttributes = {
  readonly [Name in keyof ReturnType<typeof targetAttributes>]?: Uint8Array | undefined;
};

/**
 * Packs, after the id of each target, the hashes of its text and place into the 8 bytes that an earlier release had for
 * the text. Packs the hash of a stored value only if it differs from the sent one.
 */
export const packTargets = (targets: Targets): TargetAttributes => {
  const pack = (id: string, text: string, place: string | null) =>
    id + (text + (place ?? "")).padEnd(HASH_CHARACTERS, "0");
  return {
    mapped: packHashes(
      [...targets].flatMap(([id, { sent, place }]) => (sent === null ? [] : [pack(id, sent, place)])),
    ),
    stored: packHashes(
      [...targets].flatMap(([id, { sent, stored }]) => (stored === sent ? [] : [pack(id, stored, null)])),
    ),
  };
};

export const unpackTargets = ({ mapped, stored, sent }: TargetAttributes): Targets | null => {
  const bytes = mapped ?? sent;
  if (bytes === undefined) return null;
  const [sentHashes, storedHashes] = [hashesById(bytes), hashesById(stored)];
  const ids = new Set([...sentHashes.keys(), ...storedHashes.keys()]);
  return new Map(
    [...ids].map((id) => {
      const { text = null, place = null } = sentHashes.get(id) ?? {};
      const hashes = { sent: text, place: mapped ? place : null };
      return [id, { ...hashes, stored: storedHashes.get(id)?.text ?? text ?? textHash("") }];
    }),
  );
};

const hashesById = (bytes: Uint8Array | undefined) =>
  new Map(
    unpackHashes(bytes, TARGET_ID_CHARACTERS + HASH_CHARACTERS).map((entry) => {
      const hash = entry.slice(TARGET_ID_CHARACTERS);
      const [text, place] = [hash.slice(0, TEXT_CHARACTERS), hash.slice(TEXT_CHARACTERS)];
      return [entry.slice(0, TARGET_ID_CHARACTERS), { text, place }];
    }),
  );
