import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import type { LeadChange } from "../../domain/leads/lead-changes.ts";
import type { Delivery, DeliveryResult } from "../../domain/sources/inbound-delivery.ts";
import type { Change } from "../../runtime/new-record-id.ts";
import { updateExpressions } from "../dynamodb/conditional-update.ts";
import {
  type IndexChoice,
  listNewestFirst,
  type Page,
  type PageRange,
  type Source,
} from "../dynamodb/list-newest-first.ts";
import { putNew } from "../dynamodb/put-new.ts";
import type { Item, RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { transact } from "../dynamodb/transaction.ts";
import { leadToItem } from "../leads/lead-item.ts";
import { leadUpdate } from "../leads/lead-store.ts";
import {
  INBOUND_DELIVERY_PREFIX,
  inboundDeliveryKey,
  leadKey,
  type RecordKey,
  sourcePartition,
} from "../record-keys.ts";
import { inboundDeliveryToItem, isWithinRetention, parseDelivery } from "./inbound-delivery-item.ts";

/** The lead that earlier deliveries made, and the hash of what the last of them said; null when that is not known. */
export type DeduplicationEntry = { readonly leadId: string; readonly fieldsHash: string | null };

const deduplicationItem = lazy(() => z.object({ lead: z.string(), fieldsHash: z.string() }));

const parseDeduplicationEntry = (item: Item | undefined): DeduplicationEntry | null => {
  if (item === undefined) return null;
  const { lead, fieldsHash } = deduplicationItem().parse(item);
  return { leadId: lead, fieldsHash };
};

export const deduplicationRecord = (key: RecordKey): RecordRef<DeduplicationEntry | null> => ({
  key,
  parse: parseDeduplicationEntry,
});

/** A delivery of a source of this firm that is still kept, or null. */
export const inboundDeliveryRecord = (
  firm: FirmId,
  { sourceId, id }: { sourceId: string; id: string },
  nowMilliseconds: number,
): RecordRef<Delivery | null> => ({
  key: inboundDeliveryKey(firm, sourceId, id),
  parse: (item) => {
    const delivery = item === undefined ? null : parseDelivery(item);
    return delivery && isWithinRetention(delivery, nowMilliseconds) ? delivery : null;
  },
});

/** What a delivery changes beside being kept. */
export type DeliveryWrite = {
  readonly lead: { readonly made: Lead } | { readonly id: string; readonly changed: LeadChange | null };
  readonly change: Change;
  /** By what later deliveries find the lead, and what that said when this one was decided. */
  readonly identity: {
    readonly key: RecordKey;
    readonly before: DeduplicationEntry | null;
    readonly fieldsHash: string;
  } | null;
};

export type DeliveryOutcome = "done" | "conflict" | { readonly known: DeduplicationEntry };

type Filters = { readonly outcome?: DeliveryResult["outcome"] | undefined; readonly nowMilliseconds: number };

/** A delivery, its lead and by what the lead is found again are one write. */
export const inboundDeliveryStore = (table: Table, firm: FirmId, sourceId: string) => ({
  /** Keeps a delivery that changes no lead. */
  keep: (delivery: Delivery): Promise<void> =>
    putNew(table, { TableName: table.name, Item: inboundDeliveryToItem(firm, sourceId, delivery) }),

  /** @returns also the lead that another delivery has made or changed first: then nothing was written */
  write: async (delivery: Delivery, { lead, change, identity }: DeliveryWrite): Promise<DeliveryOutcome> => {
    const outcome = await transact(table, [
      ...deduplicationWrites(table, identity, lead),
      ...leadWrites(table, firm, lead, change),
      { Put: { TableName: table.name, Item: inboundDeliveryToItem(firm, sourceId, delivery) } },
    ]);
    if (outcome.result !== "refused") return outcome.result;
    const known = identity && parseDeduplicationEntry(outcome.reasons[0]?.item);
    return known ? { known } : "conflict";
  },

  list: ({ outcome, nowMilliseconds }: Filters, range: PageRange): Promise<Page<Delivery>> =>
    listNewestFirst(
      table,
      {
        ...chooseIndex(sourcePartition(firm, sourceId), outcome),
        sortPrefix: INBOUND_DELIVERY_PREFIX,
        parse: parseDelivery,
        bytesOf: ({ body }) => body.byteLength,
        matches: (delivery) =>
          isWithinRetention(delivery, nowMilliseconds) &&
          (outcome === undefined || delivery.outcome === outcome),
      },
      range,
    ),
});

/** In the index of the leads' lists, there are those that made no lead; any other outcome is told apart by reading. */
const chooseIndex = (
  pk: string,
  outcome: Filters["outcome"],
): IndexChoice & Pick<Source<Delivery>, "consistent"> =>
  outcome === "rejected"
    ? { indexName: "byListing", partition: { pk, listing: outcome } }
    : { consistent: true, partition: { pk } };

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

const deduplicationWrites = (
  table: Table,
  identity: DeliveryWrite["identity"],
  lead: DeliveryWrite["lead"],
): TransactItem[] => {
  if (identity === null) return [];
  const { key, before, fieldsHash } = identity;
  const leadId = "made" in lead ? lead.made.id : lead.id;
  const isNew = before === null || before.fieldsHash === null;
  const item = {
    Put: {
      TableName: table.name,
      Item: { ...key, lead: leadId, fieldsHash },
      ConditionExpression: isNew ? "attribute_not_exists(pk)" : "fieldsHash = :before",
      ...(!isNew && { ExpressionAttributeValues: { ":before": before.fieldsHash } }),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    },
  };
  return [item];
};

const leadWrites = (
  table: Table,
  firm: FirmId,
  lead: DeliveryWrite["lead"],
  change: Change,
): TransactItem[] => {
  if ("made" in lead)
    return [{ Put: { TableName: table.name, Item: leadToItem(firm, lead.made, change.id) } }];
  if (lead.changed === null) return [];
  const update = updateExpressions(leadUpdate(lead.changed, change));
  return [{ Update: { TableName: table.name, Key: leadKey(firm, lead.id), ...update } }];
};
