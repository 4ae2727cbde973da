import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import type { LeadChange } from "../../domain/leads/lead-changes.ts";
import type { Delivery, Settlement } from "../../domain/sources/inbound-delivery.ts";
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
import { DELIVERY_PREFIX, deliveryKey, leadKey, type RecordKey, sourcePartition } from "../record-keys.ts";
import { deliveryToItem, isKept, parseDelivery } from "./inbound-delivery-item.ts";

/** The lead that earlier deliveries made, and the hash of what the last of them said; null when that is not known. */
export type KnownLead = { readonly leadId: string; readonly fieldsHash: string | null };

const knownLeadItem = lazy(() => z.object({ lead: z.string(), fieldsHash: z.string() }));

const parseKnownLead = (item: Item | undefined): KnownLead | null => {
  if (item === undefined) return null;
  const { lead, fieldsHash } = knownLeadItem().parse(item);
  return { leadId: lead, fieldsHash };
};

export const knownLeadRecord = (key: RecordKey): RecordRef<KnownLead | null> => ({
  key,
  parse: parseKnownLead,
});

/** A delivery of a source of this firm that is still kept, or null. */
export const deliveryRecord = (
  firm: FirmId,
  { sourceId, id }: { sourceId: string; id: string },
  nowMilliseconds: number,
): RecordRef<Delivery | null> => ({
  key: deliveryKey(firm, sourceId, id),
  parse: (item) => {
    const delivery = item === undefined ? null : parseDelivery(item);
    return delivery && isKept(delivery, nowMilliseconds) ? delivery : null;
  },
});

/** What a delivery changes beside being kept. */
export type DeliveryWrite = {
  readonly lead: { readonly made: Lead } | { readonly id: string; readonly changed: LeadChange | null };
  readonly change: Change;
  /** By what later deliveries find the lead, and what that said when this one was decided. */
  readonly identity: {
    readonly key: RecordKey;
    readonly before: KnownLead | null;
    readonly fieldsHash: string;
  } | null;
};

export type DeliveryOutcome = "done" | "conflict" | { readonly known: KnownLead };

type Filters = { readonly outcome?: Settlement["outcome"] | undefined; readonly nowMilliseconds: number };

/** A delivery, its lead and by what the lead is found again are one write. */
export const deliveryStore = (table: Table, firm: FirmId, sourceId: string) => ({
  /** Keeps a delivery that changes no lead. */
  keep: (delivery: Delivery): Promise<void> =>
    putNew(table, { TableName: table.name, Item: deliveryToItem(firm, sourceId, delivery) }),

  /** @returns also the lead that another delivery has made or changed first: then nothing was written */
  write: async (delivery: Delivery, { lead, change, identity }: DeliveryWrite): Promise<DeliveryOutcome> => {
    const outcome = await transact(table, [
      ...identityWrites(table, identity, lead),
      ...leadWrites(table, firm, lead, change),
      { Put: { TableName: table.name, Item: deliveryToItem(firm, sourceId, delivery) } },
    ]);
    if (outcome.result !== "refused") return outcome.result;
    const known = identity && parseKnownLead(outcome.reasons[0]?.item);
    return known ? { known } : "conflict";
  },

  list: ({ outcome, nowMilliseconds }: Filters, range: PageRange): Promise<Page<Delivery>> =>
    listNewestFirst(
      table,
      {
        ...chooseIndex(sourcePartition(firm, sourceId), outcome),
        sortPrefix: DELIVERY_PREFIX,
        parse: parseDelivery,
        bytesOf: ({ body }) => body.byteLength,
        matches: (delivery) =>
          isKept(delivery, nowMilliseconds) && (outcome === undefined || delivery.outcome === outcome),
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

const identityWrites = (
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
