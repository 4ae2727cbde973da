import { decodeContent } from "../../shared/api/content-coding.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadToItem, parseLead } from "../../shared/leads/lead.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { createSource } from "../../shared/sources/create-source.ts";
import type { InboundDeliveryResource } from "../../shared/sources/inbound-delivery.contract.ts";
import { type InboundDelivery, newReceipt } from "../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryRecord } from "../../shared/sources/inbound-delivery.store.ts";
import { decideIngestion, ingestion } from "../../shared/sources/ingest-delivery.ts";
import { previewInboundDelivery } from "../../shared/sources/preview-inbound-delivery.ts";
import { replayInboundDelivery } from "../../shared/sources/replay-inbound-deliveries.ts";
import type { PreviewResource } from "../../shared/sources/source-preview.contract.ts";
import type { Write } from "../../shared/table/commit.ts";
import { type Item, leadPartition } from "../../shared/table/record-keys.ts";
import { ReadAgain, retryReads } from "../../shared/table/retry.ts";
import { CHANGE, decided, FIRM_ID, NEW_ID, NOW_MILLISECONDS, newSettings, readerOf } from "./decisions.ts";
import { type EncodedBody, jsonBody } from "./form-bodies.ts";
import { GRACE } from "./ingestion.ts";

type Given = {
  readonly source?: object;
  readonly settings?: Partial<FirmSettings>;
  readonly stored?: readonly Item[];
};

const bodyOf = (body: unknown): EncodedBody => {
  if (typeof body === "string") return { bytes: Buffer.from(body), contentType: "application/json" };
  return Object(body).bytes instanceof Buffer ? (body as EncodedBody) : jsonBody(body);
};

/** Creates a source without a table. It decides as the pipeline does, and keeps its writes for the next decision. */
export const decidedSource = async ({ source = {}, settings = {}, stored = [] }: Given = {}) => {
  const items = new Map<string, Item>();
  const keyOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const put = (...added: readonly Item[]) => {
    for (const item of added) items.set(keyOf(item), item);
  };
  const all = () => [...items.values()];

  /** Stores new items and changed ones, unless a new one has been stored before. */
  const commit = (writes: readonly Write[] = []) => {
    const puts = writes.flatMap((write) => {
      if ("New" in write) return [{ item: write.New, isNew: true, refusal: write.refusal }];
      if (!("Put" in write)) return [];
      const { Item = {}, ConditionExpression } = write.Put;
      const isNew = ConditionExpression === "attribute_not_exists(pk)";
      return [{ item: Item, isNew, refusal: write.refusal }];
    });
    for (const { item, isNew, refusal } of puts) {
      const met = items.get(keyOf(item));
      if (isNew && met) throw refusal?.(met) ?? new ReadAgain();
    }
    put(...puts.map(({ item }) => item));
  };

  /** Replaces settings of the source. */
  const configure = async (json: object) => {
    const key = { key: "form", name: "Form" };
    const given = all().filter(({ id }) => id !== NEW_ID);
    const { writes = [] } = await decided(createSource, { json: { ...key, ...json }, stored: given });
    put(...writes.flatMap((write) => ("New" in write ? [write.New] : [])));
  };
  const define = (changes: Partial<FirmSettings>) =>
    put(settingsToItem(FIRM_ID, newSettings({ ...settings, ...changes })));

  define({});
  put(...stored);
  await configure(source);

  /** Decides a delivery, and stores what it writes. */
  const deliver = async (body: unknown = GRACE, headers: Record<string, string> = {}) => {
    const { bytes, contentType } = bodyOf(body);
    const content = await decodeContent(bytes, headers["content-encoding"]);
    const newId = newRecordId(NOW_MILLISECONDS);
    const delivery = {
      ...{ firmId: FIRM_ID, sourceId: NEW_ID, newId, nowMilliseconds: NOW_MILLISECONDS, change: CHANGE },
      receiptFor: (source: Parameters<typeof newReceipt>[1]) =>
        newReceipt({ id: newId, ...content, headers: { "content-type": contentType, ...headers } }, source),
      replayed: null,
    };
    return retryReads(async (attempt) => {
      const read = readerOf({}, all());
      const records = await read(ingestion.reads(delivery, attempt));
      const { writes, answer } = await decideIngestion(records, delivery, read);
      commit(writes);
      return answer.delivery;
    });
  };

  const replay = async (deliveryId: string) => {
    const request = { params: { id: NEW_ID, deliveryId }, newId: newRecordId(NOW_MILLISECONDS) };
    const { writes, ...decision } = await decided(replayInboundDelivery, { stored: all(), request });
    commit(writes);
    return ("answer" in decision ? decision.answer : undefined) as InboundDeliveryResource;
  };

  const preview = async (json: object) => {
    const request = { params: { id: NEW_ID } };
    const decision = await decided(previewInboundDelivery, { json, stored: all(), request });
    return ("answer" in decision ? decision.answer : undefined) as PreviewResource;
  };

  const leads = (): Lead[] =>
    all()
      .filter(({ pk }) => pk === leadPartition(FIRM_ID))
      .map(parseLead);

  return {
    ...{ configure, define, put, deliver, replay, preview, leads },
    /** Returns the only lead. */
    lead: (): Lead => {
      const [lead, ...others] = leads();
      if (lead === undefined || others.length > 0) throw new Error("There is not exactly one lead.");
      return lead;
    },
    /** Changes the only lead, as the firm or the operator does. */
    edit: (changes: Partial<Lead>) => {
      for (const lead of leads())
        put(leadToItem(FIRM_ID, { ...lead, ...changes, revision: lead.revision + 1 }, CHANGE));
    },
    /** Returns a delivery as it is stored. */
    stored: ({ id }: Pick<InboundDelivery, "id">) =>
      inboundDeliveryRecord(FIRM_ID, { sourceId: NEW_ID, id }, NOW_MILLISECONDS).parse(
        all().find(({ sk }) => String(sk).endsWith(id)),
      ),
    item: (sk: string) => all().find((item) => item.sk === sk),
    all,
  };
};
