import { commit, commitWhenFree } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { type OnFault, parseEach, processRecord } from "../table/record-fault.ts";
import {
  externalIdKey,
  INBOUND_DELIVERY_PREFIX,
  type Item,
  inboundDeliveryKey,
  type RecordKey,
  replayKey,
  sourcePartition,
} from "../table/record-keys.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";
import {
  deduplicationRecord,
  eraseEntry,
  isErasedEntry,
  parseDeduplicationEntry,
} from "./deduplication.store.ts";
import { type InboundDelivery, type InboundReceipt, withoutContent } from "./inbound-delivery.rules.ts";
import { eraseContent, parseInboundDelivery } from "./inbound-delivery.store.ts";

/** The person in the body of a delivery without a lead. */
type BodyContent = { readonly mentionsPerson: boolean; readonly externalId: string | null };

type Body = Pick<InboundReceipt, "body" | "bodyBytes" | "contentType">;

/** The leads of one person. */
export type TracedLeads = {
  readonly leadIds: readonly string[];
  readonly readBody: (body: Body) => Promise<BodyContent>;
  /** Receives the deliveries and deduplication records that cannot be read. */
  readonly onFault: OnFault;
};

/** The unerased records of a source about the leads. */
type InboundTraces = {
  readonly deliveryIds: readonly string[];
  readonly deduplicationKeys: readonly RecordKey[];
};

/** A delivery without its body. Without a lead, it has the content of that body. */
type TracedDelivery = Pick<InboundDelivery, "id" | "leadId"> & {
  /** The same for all with one body, since a replay of a replay refers to the original. */
  readonly originalId: string;
  readonly isErased: boolean;
  readonly content: BodyContent | null;
};

const readDelivery = async (item: Item, readBody: TracedLeads["readBody"]): Promise<TracedDelivery> => {
  const delivery = parseInboundDelivery(item);
  const { id, leadId, replayOf } = delivery;
  const isErased = item.erased === true;
  const content = leadId === null && !isErased ? await readBody(delivery) : null;
  return { id, leadId, originalId: replayOf ?? id, isErased, content };
};

const isDelivery = ({ sk }: Item) => String(sk).startsWith(INBOUND_DELIVERY_PREFIX);

/** Reads all deliveries of a source, and the deduplication records of the leads. */
const readSource = async (
  table: Table,
  pk: string,
  { leadIds, readBody, onFault }: TracedLeads,
): Promise<{ deliveries: TracedDelivery[]; records: Item[] }> => {
  const deliveries: TracedDelivery[] = [];
  const records: Item[] = [];
  for await (const items of walkPartition(table, { pk })) {
    records.push(...items.filter((item) => !isDelivery(item) && leadIds.includes(String(item.lead))));
    for (const item of items.filter(isDelivery)) {
      const delivery = await processRecord(
        () => readDelivery(item, readBody),
        (fault) => onFault(nameOf(String(item.sk)), fault),
      );
      if (delivery) deliveries.push(delivery);
    }
  }
  return { deliveries, records };
};

/**
 * Finds deliveries of the leads, and those without a lead that mention the person or have an external id of the leads.
 * Includes their originals and replays, which have the same body.
 */
export const findInboundTraces = async (
  table: Table,
  firm: FirmId,
  sourceId: string,
  leads: TracedLeads,
): Promise<InboundTraces> => {
  const pk = sourcePartition(firm, sourceId);
  const { deliveries, records } = await readSource(table, pk, leads);
  const sortKeys = new Set(records.map(({ sk }) => String(sk)));
  const isOfLead = ({ leadId, content }: TracedDelivery) =>
    (leadId !== null && leads.leadIds.includes(leadId)) ||
    content?.mentionsPerson === true ||
    (typeof content?.externalId === "string" &&
      sortKeys.has(externalIdKey(firm, sourceId, content.externalId).sk));
  const ofLead = new Set(deliveries.filter(isOfLead).map(({ originalId }) => originalId));
  const hasBodyOfLead = ({ originalId }: TracedDelivery) =>
    ofLead.has(originalId) || sortKeys.has(replayKey(firm, sourceId, originalId).sk);
  return {
    deliveryIds: deliveries.filter((each) => !each.isErased && hasBodyOfLead(each)).map(({ id }) => id),
    deduplicationKeys: parseEach(
      records,
      (item) => ({ sk: String(item.sk), isErased: isErasedEntry(parseDeduplicationEntry(item)) }),
      ({ sk }, fault) => leads.onFault(nameOf(String(sk)), fault),
    ).flatMap(({ sk, isErased }) => (isErased ? [] : [{ pk, sk }])),
  };
};

/** Erases the content of deliveries and the hashes of values in deduplication records. */
export const eraseInboundTraces = async (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { deliveryIds, deduplicationKeys, onFault }: InboundTraces & Pick<TracedLeads, "onFault">,
): Promise<void> => {
  const erase = (sk: string, action: () => Promise<unknown>) =>
    processRecord(action, (fault) => onFault(nameOf(sk), fault));
  for (const key of deduplicationKeys)
    await erase(key.sk, () => retryReads(() => eraseDeduplication(table, key)));
  for (const id of deliveryIds) await erase(id, () => eraseDelivery(table, firm, { sourceId, id }));
};

/** Names a record of a source for people. */
const nameOf = (sk: string) => `the inbound record ${sk}`;

const eraseDeduplication = async (table: Table, key: RecordKey): Promise<void> => {
  const entry = await readRecord(table, deduplicationRecord(key));
  if (entry !== null && !isErasedEntry(entry)) await commit(table, [eraseEntry(key, entry)]);
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
  const erased = withoutContent(parseInboundDelivery(item));
  await commitWhenFree(table, [eraseContent(firm, sourceId, erased)]);
};
