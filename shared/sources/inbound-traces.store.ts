import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { readRecord } from "../table/read-records.ts";
import {
  externalIdKey,
  INBOUND_DELIVERY_PREFIX,
  inboundDeliveryKey,
  REPLAYED_PREFIX,
  sourcePartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";
import { type InboundReceipt, withoutContent } from "./inbound-delivery.rules.ts";
import { inboundDeliveryToItem, parseInboundDelivery } from "./inbound-delivery.store.ts";

const traceItem = lazy(() =>
  z.object({
    sk: z.string(),
    lead: z.nullable(z.string()),
    replayOf: z.optional(z.nullable(z.string())),
    body: z.optional(z.instanceof(Uint8Array)),
    contentType: z.optional(z.nullable(z.string())),
    fieldsHash: z.optional(z.string()),
    erased: z.optional(z.literal(true)),
  }),
);

type Trace = z.output<ReturnType<typeof traceItem>>;

/** What the body of a delivery without a lead says about whom it is. */
type BodyContent = { readonly mentionsPerson: boolean; readonly externalId: string | null };

type Body = Pick<InboundReceipt, "body" | "contentType">;

export type TracedLead = { readonly leadId: string; readonly readBody: (body: Body) => Promise<BodyContent> };

/** What a source holds of a lead and is not erased yet: ids of deliveries, and sort keys of deduplication records. */
type InboundTraces = {
  readonly deliveryIds: readonly string[];
  readonly deduplicationKeys: readonly string[];
};

const ATTRIBUTES = ["sk", "lead", "replayOf", "fieldsHash", "erased", "body", "contentType"];

/** In place of the hash of what was delivered last: no delivery has it. */
const ERASED_HASH = "erased";

/** A trace without its body; of a delivery without a lead, what the body says. */
type ReadTrace = Omit<Trace, "body"> & { readonly content: BodyContent | null };

/**
 * Deliveries of the lead, and those without a lead that mention the person or have an external id of the lead. Includes
 * deliveries that these replay, and those that replay these: they have the same body.
 */
export const findInboundTraces = async (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { leadId, readBody }: TracedLead,
): Promise<InboundTraces> => {
  const traces: ReadTrace[] = [];
  const partition = { pk: sourcePartition(firm, sourceId), attributes: ATTRIBUTES };
  for await (const items of walkPartition(table, partition)) {
    for (const item of items) traces.push(await readTrace(traceItem().parse(item), readBody));
  }
  const deduplicationRecords = traces.filter((each) => each.lead === leadId && isDeduplicationRecord(each));
  const sortKeys = new Set(deduplicationRecords.map(({ sk }) => sk));
  const isOfLead = ({ lead, content }: ReadTrace) =>
    lead === leadId ||
    content?.mentionsPerson === true ||
    (typeof content?.externalId === "string" &&
      sortKeys.has(externalIdKey(firm, sourceId, content.externalId).sk));
  const deliveries = traces.filter(isDelivery);
  const ids = idsWithSameBody(traces.filter(isOfLead), deliveries);
  return {
    deliveryIds: deliveries
      .filter(({ erased }) => !erased)
      .map(idOf)
      .filter((id) => ids.has(id)),
    deduplicationKeys: deduplicationRecords
      .filter(({ fieldsHash }) => fieldsHash !== ERASED_HASH)
      .map(({ sk }) => sk),
  };
};

const readTrace = async ({ body, ...trace }: Trace, readBody: TracedLead["readBody"]): Promise<ReadTrace> => {
  const isUnattributed = trace.lead === null && !trace.erased && body !== undefined;
  const content = isUnattributed ? await readBody({ body, contentType: trace.contentType ?? null }) : null;
  return { ...trace, content };
};

const isDelivery = ({ sk }: ReadTrace) => sk.startsWith(INBOUND_DELIVERY_PREFIX);

const isDeduplicationRecord = ({ fieldsHash }: ReadTrace) => fieldsHash !== undefined;

const idOf = ({ sk }: ReadTrace) => sk.slice(sk.indexOf("#") + 1);

/** A replay of a replay refers to the original, so all with one body have one original. */
const idsWithSameBody = (ofLead: readonly ReadTrace[], deliveries: readonly ReadTrace[]): Set<string> => {
  const originals = new Set([
    ...ofLead.filter(isDelivery).map(originalIdOf),
    ...ofLead.filter(({ sk }) => sk.startsWith(REPLAYED_PREFIX)).map(idOf),
  ]);
  return new Set(deliveries.filter((each) => originals.has(originalIdOf(each))).map(idOf));
};

const originalIdOf = (delivery: ReadTrace) => delivery.replayOf ?? idOf(delivery);

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
