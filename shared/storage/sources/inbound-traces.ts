import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { withoutContent } from "../../domain/sources/inbound-delivery.ts";
import type { Item } from "../dynamodb/item.ts";
import { readRecord } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { walkPartition } from "../dynamodb/walk-items.ts";
import {
  INBOUND_DELIVERY_PREFIX,
  inboundDeliveryKey,
  REPLAYED_PREFIX,
  sourcePartition,
} from "../record-keys.ts";
import { inboundDeliveryToItem, parseInboundDelivery } from "./inbound-delivery-item.ts";

const traceItem = lazy(() =>
  z.object({
    sk: z.string(),
    lead: z.nullable(z.string()),
    replayOf: z.optional(z.nullable(z.string())),
    body: z.optional(z.instanceof(Uint8Array)),
    fieldsHash: z.optional(z.string()),
    erased: z.optional(z.literal(true)),
  }),
);

type Trace = z.output<ReturnType<typeof traceItem>>;

/** The lead, and texts that show that a delivery without a lead is about the same person. */
export type TracedLead = { readonly leadId: string; readonly contacts: readonly string[] };

/** What a source holds of a lead and is not erased yet: ids of deliveries, and sort keys of deduplication records. */
export type InboundTraces = {
  readonly deliveryIds: readonly string[];
  readonly deduplicationKeys: readonly string[];
};

const ATTRIBUTES = ["sk", "lead", "replayOf", "fieldsHash", "erased"];

/** In place of the hash of what was delivered last: no delivery has it. */
const ERASED_HASH = "erased";

/** Includes deliveries that the lead's ones replay, and those that replay these: they have the same body. */
export const findInboundTraces = async (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { leadId, contacts }: TracedLead,
): Promise<InboundTraces> => {
  const traces: (Trace & { readonly isOfLead: boolean })[] = [];
  const attributes = contacts.length > 0 ? [...ATTRIBUTES, "body"] : ATTRIBUTES;
  for await (const items of walkPartition(table, { pk: sourcePartition(firm, sourceId), attributes })) {
    for (const item of items) {
      const { body, ...trace } = traceItem().parse(item);
      const isOfLead = trace.lead === leadId || (trace.lead === null && mentions(body, contacts));
      traces.push({ ...trace, isOfLead });
    }
  }
  const deliveries = traces.filter(({ sk }) => sk.startsWith(INBOUND_DELIVERY_PREFIX));
  const ids = idsWithSameBody(traces, deliveries);
  return {
    deliveryIds: deliveries
      .filter(({ erased }) => !erased)
      .map(idOf)
      .filter((id) => ids.has(id)),
    deduplicationKeys: traces
      .filter((each) => each.isOfLead && isDeduplicationRecord(each) && each.fieldsHash !== ERASED_HASH)
      .map(({ sk }) => sk),
  };
};

const isDeduplicationRecord = ({ fieldsHash }: Trace) => fieldsHash !== undefined;

const mentions = (body: Uint8Array | undefined, contacts: readonly string[]) => {
  const text = Buffer.from(body ?? [])
    .toString("utf8")
    .toLowerCase();
  return contacts.some((contact) => text.includes(contact.toLowerCase()));
};

const idOf = ({ sk }: Trace) => sk.slice(sk.indexOf("#") + 1);

/** A replay of a replay refers to the original, so all with one body have one original. */
const idsWithSameBody = (
  traces: readonly (Trace & { readonly isOfLead: boolean })[],
  deliveries: readonly Trace[],
): Set<string> => {
  const ofLead = traces.filter(({ isOfLead }) => isOfLead);
  const originals = new Set([
    ...ofLead.filter(({ sk }) => sk.startsWith(INBOUND_DELIVERY_PREFIX)).map(originalIdOf),
    ...ofLead.filter(({ sk }) => sk.startsWith(REPLAYED_PREFIX)).map(idOf),
  ]);
  return new Set(deliveries.filter((each) => originals.has(originalIdOf(each))).map(idOf));
};

const originalIdOf = (delivery: Trace) => delivery.replayOf ?? idOf(delivery);

/** Erases the content of deliveries, which nothing else changes, and the hashes of deduplication records. */
export const eraseInboundTraces = async (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { leadId, deliveryIds, deduplicationKeys }: InboundTraces & { readonly leadId: string },
): Promise<void> => {
  const pk = sourcePartition(firm, sourceId);
  for (const sk of deduplicationKeys) {
    await put(table, { pk, sk, lead: leadId, delivery: null, fieldsHash: ERASED_HASH, earlierHashes: [] });
  }
  for (const id of deliveryIds) await eraseDelivery(table, firm, { sourceId, id });
};

const eraseDelivery = async (
  table: Table,
  firm: FirmId,
  { sourceId, id }: { readonly sourceId: string; readonly id: string },
) => {
  const item = await readRecord(table, {
    key: inboundDeliveryKey(firm, sourceId, id),
    parse: (stored) => stored ?? null,
  });
  // Its retention may have ended meanwhile.
  if (item === null) return;
  const erased = inboundDeliveryToItem(firm, sourceId, withoutContent(parseInboundDelivery(item)));
  await put(table, { ...erased, erased: true });
};

const put = (table: Table, Item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item }));
