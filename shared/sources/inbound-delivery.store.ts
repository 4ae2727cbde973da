import * as z from "zod/mini";
import { type Change, changeAttributes } from "../api/change.ts";
import { camelCased } from "../runtime/collections.ts";
import { createdAt, createdAtMilliseconds } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import { truncate } from "../schema/text.ts";
import { boundViolations } from "../schema/violations.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  type IndexChoice,
  type ListQuery,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import {
  INBOUND_DELIVERY_PREFIX,
  type Item,
  inboundDeliveryKey,
  sourcePartition,
} from "../table/record-keys.ts";
import { ReadAgain } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { setFields, updateExpressions } from "../table/update-item.ts";
import { packTargets, targetAttributes, unpackTargets } from "./deduplication.store.ts";
import { type RejectedInboundDelivery, rejectedInboundDelivery } from "./delivery-events.contract.ts";
import { inboundDelivery } from "./inbound-delivery.contract.ts";
import {
  type DeliveryResult,
  type InboundDelivery,
  isOpen,
  type Rejection,
  replayMark,
} from "./inbound-delivery.rules.ts";
import type { Source } from "./source.rules.ts";

const deliveryItem = lazy(() => {
  const shown = z.omit(inboundDelivery(), {
    id: true,
    received_at: true,
    lead_id: true,
    body_encoding: true,
  });
  return z.object({
    ...camelCased(shown.shape),
    sk: z.string(),
    body: z.instanceof(Uint8Array),
    codedBody: z.optional(z.instanceof(Uint8Array)),
    contentEncoding: z.optional(z.string()),
    /** Not named `leadId`, which would put each delivery in the index of consultations by lead. */
    lead: z.nullable(z.string()),
    // Absent until it happens.
    replayedAs: z._default(shown.shape.replayed_as, null),
    dismissedAt: z._default(shown.shape.dismissed_at, null),
    ...targetAttributes(),
  });
});

const idIn = (sk: string) => sk.slice(INBOUND_DELIVERY_PREFIX.length);

/** @throws ZodError when the item is not an inbound delivery */
export const parseInboundDelivery = (item: Item): InboundDelivery => {
  const { sk, lead, mapped, sent, stored, ...fields } = deliveryItem().parse(item);
  const targets = unpackTargets({ mapped, sent, stored });
  return {
    id: idIn(sk),
    leadId: lead,
    ...fields,
    ...(targets && { targets }),
  };
};

/** The index has only deliveries that became no lead, since people search for those. */
const LISTED_OUTCOMES = ["rejected", "ignored", "test"] as const;

type ListedOutcome = (typeof LISTED_OUTCOMES)[number];

/** The list of rejected deliveries has no replays: each body is mended once, as its original. */
const isListed = ({ outcome, replayOf }: Pick<InboundDelivery, "outcome" | "replayOf">) =>
  isListedByOutcome(outcome) && (outcome !== "rejected" || replayOf === null);

const isListedByOutcome = (outcome: DeliveryResult["outcome"]) =>
  LISTED_OUTCOMES.some((each) => each === outcome);

/** The item of a new delivery. */
export const inboundDeliveryToItem = (firm: FirmId, sourceId: string, delivery: InboundDelivery): Item => {
  const {
    id,
    leadId,
    error,
    targets,
    replayedAs: _replayedAs,
    dismissedAt: _dismissedAt,
    ...fields
  } = delivery;
  return {
    ...inboundDeliveryKey(firm, sourceId, id),
    ...fields,
    ...(targets && packTargets(targets)),
    lead: leadId,
    error: error && truncateRejection(error),
    ...(isListed(fields) && { listing: fields.outcome }),
    expiresAtEpochSeconds: expiresAtEpochSeconds(id),
  };
};

/** Checks the retention on every read: DynamoDB deletes expired items up to days late. */
export const isWithinRetention = ({ id }: Pick<InboundDelivery, "id">, nowMilliseconds: number) =>
  expiresAtEpochSeconds(id) * 1000 > nowMilliseconds;

const expiresAtEpochSeconds = (id: string) =>
  Math.floor(createdAtMilliseconds(id) / 1000) + LIMITS.deliveryRetentionSeconds;

/** Limits the message of a rejection, which can be as long as all its details together. */
const MESSAGE_CHARACTERS = 1_000;

const truncateRejection = ({ code, message, details }: Rejection): Rejection => ({
  code,
  message: truncate(message, MESSAGE_CHARACTERS),
  details: details && boundViolations(details),
});

/** Reads a delivery of a source of this firm; null when it is missing or its retention has ended. */
export const inboundDeliveryRecord = (
  firm: FirmId,
  { sourceId, id }: { sourceId: string; id: string },
  nowMilliseconds: number,
): RecordRef<InboundDelivery | null> => ({
  key: inboundDeliveryKey(firm, sourceId, id),
  parse: (item) => {
    const delivery = nullIfMissing(parseInboundDelivery)(item);
    return delivery && isWithinRetention(delivery, nowMilliseconds) ? delivery : null;
  },
});

/**
 * Writes a new rejected delivery, whose event the stream's publisher reads from its item. A replay is none: its original
 * had the event.
 */
export const putRejected = (
  firm: FirmId,
  { id, key }: Pick<Source, "id" | "key">,
  delivery: InboundDelivery,
  change: Change,
): Write => ({
  New: {
    ...inboundDeliveryToItem(firm, id, delivery),
    ...(delivery.replayOf === null && { sourceKey: key, ...changeAttributes(delivery, change) }),
  },
});

const rejectionItem = lazy(() =>
  z.object({ sk: z.string(), sourceKey: z.string(), error: rejectedInboundDelivery().shape.error }),
);

/** @throws ZodError when the item is not a rejected delivery with an event */
export const parseRejection = (item: Item): RejectedInboundDelivery => {
  const { sk, sourceKey, error } = rejectionItem().parse(item);
  const id = idIn(sk);
  return { id, source: sourceKey, received_at: createdAt(id), outcome: "rejected", error };
};

/** Writes a new delivery. */
export const putDelivery = (firm: FirmId, sourceId: string, delivery: InboundDelivery): Write => ({
  New: inboundDeliveryToItem(firm, sourceId, delivery),
});

/** Returns whether the write of a replay found that its original was erased after the read. */
export const isErasedDelivery = (found: Item | undefined): boolean => found?.erased === true;

type Replay = {
  readonly result: InboundDelivery;
  /** The delivery that was replayed, as it was read: the original, or a replay of it. */
  readonly replayed: InboundDelivery | null;
  readonly nowMilliseconds: number;
};

/**
 * Marks the original of a replay with its outcome, and takes it off the list when that settles it. Requires that it was
 * not erased since the read. Leaves an original whose retention has ended, which may be deleted.
 */
export const originalWrites = (
  firm: FirmId,
  sourceId: string,
  { result: { id, outcome, replayOf }, replayed, nowMilliseconds }: Replay,
): Write[] => {
  if (replayOf === null) return [];
  const mark = replayMark({ outcome }, replayed?.id === replayOf ? replayed : null);
  const check = {
    Key: inboundDeliveryKey(firm, sourceId, replayOf),
    ConditionExpression: "attribute_not_exists(erased)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
  const refusal = (item: Item | undefined) => new ReadAgain(item);
  if (mark === null || !isWithinRetention({ id: replayOf }, nowMilliseconds))
    return [{ ConditionCheck: check, refusal }];
  const update = updateExpressions({
    set: [[["replayedAs"], { id, outcome }]],
    removed: mark.isSettled ? [["listing"]] : [],
  });
  const ConditionExpression = `${update.ConditionExpression} AND ${check.ConditionExpression}`;
  return [{ Update: { ...check, ...update, ConditionExpression }, refusal }];
};

/** Sets a delivery aside that was not before. */
export const dismissDelivery = (firm: FirmId, sourceId: string, id: string, at: string): Write => {
  const update = updateExpressions({ set: [[["dismissedAt"], at]], removed: [["listing"]] });
  return {
    Update: {
      ...{ Key: inboundDeliveryKey(firm, sourceId, id), ...update },
      ConditionExpression: `${update.ConditionExpression} AND attribute_not_exists(dismissedAt)`,
    },
  };
};

/** Replaces the content of a delivery by that of the erased one. What else has happened to it stays. */
export const eraseContent = (
  firm: FirmId,
  sourceId: string,
  { id, body, userAgent, signature, externalId, error, omitted }: InboundDelivery,
): Write => ({
  Update: {
    Key: inboundDeliveryKey(firm, sourceId, id),
    ...updateExpressions({
      set: setFields({ body, userAgent, signature, externalId, error, omitted, erased: true }),
      removed: [...Object.keys(targetAttributes()), "codedBody", "contentEncoding"].map((name) => [name]),
    }),
  },
});

/** A walk over a range of deliveries with one outcome. */
export type Walk = IdRange & { readonly outcome: ListedOutcome; readonly limit?: number };

/** A delivery of a walk. Reading it throws when its item is malformed. */
export type WalkedDelivery = { readonly id: string; readonly read: () => InboundDelivery };

/**
 * Reads the next page of a walk over a source's deliveries that became no lead, oldest first. The index may lack those
 * of the last second.
 */
export const listOldestDeliveries = (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { outcome, limit = LIMITS.replayedDeliveries, ...range }: Walk,
): Promise<Page<WalkedDelivery>> =>
  listOldestFirst(
    table,
    {
      ...chooseIndex(sourcePartition(firm, sourceId), outcome),
      sortPrefix: INBOUND_DELIVERY_PREFIX,
      parse: (item) => ({ id: idIn(String(item.sk)), read: () => parseInboundDelivery(item) }),
      limit,
    },
    range,
  );

type Filters = { readonly outcome?: DeliveryResult["outcome"] | undefined; readonly nowMilliseconds: number };

/** Reads pages of a source's deliveries that match. */
export const deliveryPage =
  (firm: FirmId, sourceId: string, { outcome, nowMilliseconds }: Filters) =>
  (table: Table, range: PageRange): Promise<Page<InboundDelivery>> =>
    listNewestFirst(
      table,
      {
        ...chooseIndex(sourcePartition(firm, sourceId), outcome),
        sortPrefix: INBOUND_DELIVERY_PREFIX,
        parse: parseInboundDelivery,
        bytesOf: ({ body, codedBody: _codedBody, ...others }) =>
          body.byteLength + JSON.stringify(others).length,
        matches: (delivery) =>
          isWithinRetention(delivery, nowMilliseconds) &&
          (outcome === undefined || (delivery.outcome === outcome && isOpen(delivery))),
      },
      range,
    );

/** Chooses an index. Deliveries that became a lead are in none: their outcomes are filtered after reading. */
const chooseIndex = (
  pk: string,
  outcome: Filters["outcome"],
): IndexChoice & Pick<ListQuery<InboundDelivery>, "consistent"> =>
  outcome !== undefined && isListedByOutcome(outcome)
    ? { indexName: "byListing", partition: { pk, listing: outcome } }
    : { consistent: true, partition: { pk } };
