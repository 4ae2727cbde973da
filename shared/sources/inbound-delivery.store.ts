import type { Change } from "../api/change.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  EMPTY_PAGE,
  type IndexChoice,
  type ListQuery,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { INBOUND_DELIVERY_PREFIX, inboundDeliveryKey, sourcePartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { TransactionOutcome } from "../table/transaction.ts";
import type { Write } from "../table/write.ts";
import type { DeduplicationEntry } from "./deduplication.rules.ts";
import {
  type Deduplication,
  deduplicationWrites,
  parseDeduplicationEntry,
} from "./deduplication-records.store.ts";
import type { DeliveryResult, InboundDelivery } from "./inbound-delivery.rules.ts";
import {
  inboundDeliveryToItem,
  isListedByOutcome,
  isWithinRetention,
  type ListedOutcome,
  parseInboundDelivery,
} from "./inbound-delivery-item.store.ts";

/** A delivery of a source of this firm, or null when there is none or its retention has ended. */
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

export type DeliveryWrite = {
  /** The lead that the delivery creates, or as it changes it; null when no field differs. */
  readonly lead: Lead | null;
  readonly change: Change;
  readonly deduplication: Deduplication;
};

/** Writes a new delivery. */
export const putDelivery = (firm: FirmId, sourceId: string, delivery: InboundDelivery): Write => ({
  New: inboundDeliveryToItem(firm, sourceId, delivery),
});

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

export type DeliveryOutcome = "done" | "conflict" | "erased" | { readonly existing: DeduplicationEntry };

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

/** A walk over a range of deliveries with one outcome. */
export type Walk = IdRange & { readonly outcome: ListedOutcome };

/**
 * Reads the next page of a walk over a source's deliveries that became no lead, oldest first. The index may lack those
 * of the last second.
 */
export const listOldestDeliveries = (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { outcome, ...range }: Walk,
): Promise<Page<InboundDelivery>> =>
  listOldestFirst(
    table,
    {
      ...chooseIndex(sourcePartition(firm, sourceId), outcome),
      sortPrefix: INBOUND_DELIVERY_PREFIX,
      parse: parseInboundDelivery,
      limit: LIMITS.replayedDeliveries,
    },
    range,
  );

type Filters = { readonly outcome?: DeliveryResult["outcome"] | undefined; readonly nowMilliseconds: number };

/** Reads pages of a source's deliveries that match; null matches none. */
export const deliveryPage =
  (firm: FirmId, sourceId: string, filters: Filters | null) =>
  async (table: Table, range: PageRange): Promise<Page<InboundDelivery>> => {
    if (filters === null) return EMPTY_PAGE;
    const { outcome, nowMilliseconds } = filters;
    return listNewestFirst(
      table,
      {
        ...chooseIndex(sourcePartition(firm, sourceId), outcome),
        sortPrefix: INBOUND_DELIVERY_PREFIX,
        parse: parseInboundDelivery,
        bytesOf: ({ body, ...others }) => body.byteLength + JSON.stringify(others).length,
        matches: (delivery) =>
          isWithinRetention(delivery, nowMilliseconds) &&
          (outcome === undefined || delivery.outcome === outcome),
      },
      range,
    );
  };

/** Deliveries that became a lead are in no index; their outcomes are filtered after reading. */
const chooseIndex = (
  pk: string,
  outcome: Filters["outcome"],
): IndexChoice & Pick<ListQuery<InboundDelivery>, "consistent"> =>
  outcome !== undefined && isListedByOutcome(outcome)
    ? { indexName: "byListing", partition: { pk, listing: outcome } }
    : { consistent: true, partition: { pk } };

/** A replay has the body that its original had when it was read. */
const originalChecks = (firm: FirmId, sourceId: string, { replayOf }: InboundDelivery): Write[] => {
  if (replayOf === null) return [];
  const Key = inboundDeliveryKey(firm, sourceId, replayOf);
  return [{ ConditionCheck: { Key, ConditionExpression: "attribute_not_exists(erased)" } }];
};
