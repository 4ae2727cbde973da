import type { Change } from "../api/change.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import { transactItem } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import {
  type IndexChoice,
  type ListQuery,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { putNew } from "../table/put-new.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { INBOUND_DELIVERY_PREFIX, inboundDeliveryKey, sourcePartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type TransactItem, transact } from "../table/transaction.ts";
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

export type WriteOutcome = "done" | "conflict" | "erased" | { readonly existing: DeduplicationEntry };

/** A walk over a range of deliveries with one outcome. */
export type Walk = IdRange & { readonly outcome: ListedOutcome };

type Filters = { readonly outcome?: DeliveryResult["outcome"] | undefined; readonly nowMilliseconds: number };

/** The inbound deliveries of one source. */
export const inboundDeliveryStore = (table: Table, firm: FirmId, sourceId: string) => ({
  /** Stores a delivery that changes no lead. */
  putIfAbsent: (delivery: InboundDelivery): Promise<void> =>
    putNew(table, { TableName: table.name, Item: inboundDeliveryToItem(firm, sourceId, delivery) }),

  /**
   * Writes a delivery together with its lead and its deduplication records.
   * @returns having written nothing: the existing deduplication entry when another delivery wrote it first, or `erased`
   * when the delivery that it replays was erased since it was read
   */
  write: async (
    delivery: InboundDelivery,
    { lead, change, deduplication }: DeliveryWrite,
  ): Promise<WriteOutcome> => {
    const outcome = await transact(table, [
      ...deduplicationWrites(table, deduplication),
      ...(lead ? [putLead(firm, lead, change)] : []).map((each) => transactItem(table, each)),
      { Put: { TableName: table.name, Item: inboundDeliveryToItem(firm, sourceId, delivery) } },
      ...originalChecks(table, firm, { sourceId, replayOf: delivery.replayOf }),
    ]);
    if (outcome.result !== "refused") return outcome.result;
    const isErased = delivery.replayOf !== null && outcome.reasons.at(-1)?.failed;
    return isErased ? "erased" : existingOf(outcome.reasons[0]?.item);
  },

  /**
   * The next page of a walk over deliveries that became no lead, oldest first. The index may lack those of the last
   * second.
   */
  oldestFirst: ({ outcome, ...range }: Walk): Promise<Page<InboundDelivery>> =>
    listOldestFirst(
      table,
      {
        ...chooseIndex(sourcePartition(firm, sourceId), outcome),
        sortPrefix: INBOUND_DELIVERY_PREFIX,
        parse: parseInboundDelivery,
        limit: LIMITS.replayedDeliveries,
      },
      range,
    ),

  list: ({ outcome, nowMilliseconds }: Filters, range: PageRange): Promise<Page<InboundDelivery>> =>
    listNewestFirst(
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
    ),
});

const existingOf = (item: Item | undefined): WriteOutcome => {
  const existing = parseDeduplicationEntry(item);
  return existing ? { existing } : "conflict";
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
const originalChecks = (
  table: Table,
  firm: FirmId,
  { sourceId, replayOf }: { readonly sourceId: string; readonly replayOf: string | null },
): TransactItem[] => {
  if (replayOf === null) return [];
  const Key = inboundDeliveryKey(firm, sourceId, replayOf);
  const ConditionExpression = "attribute_not_exists(erased)";
  return [{ ConditionCheck: { TableName: table.name, Key, ConditionExpression } }];
};
