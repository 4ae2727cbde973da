import { marshall } from "@aws-sdk/util-dynamodb";
import { INDEXES } from "../../lib/stacks/constructs/intake-table.ts";
import { consultationToItem } from "../../shared/consultations/consultation.store.ts";
import { changeEvents } from "../../shared/events/change-event.rules.ts";
import { eventToItem } from "../../shared/events/event-item.store.ts";
import { PAGE_EVENTS, putFullPage } from "../../shared/events/log-page.store.ts";
import { leadInEvents } from "../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { placeHash, shortHash, targetId, textHash } from "../../shared/sources/deduplication.rules.ts";
import { deduplicationWrites } from "../../shared/sources/deduplication.store.ts";
import { newReceipt } from "../../shared/sources/inbound-delivery.rules.ts";
import { inboundDeliveryToItem } from "../../shared/sources/inbound-delivery.store.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { externalIdKey, type Item, sha256 } from "../../shared/table/record-keys.ts";
import { newWebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { deliveryToItem } from "../../shared/webhooks/webhook-delivery.store.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { changeAt } from "../support/changes.ts";
import { itemBytes } from "./item-size.ts";
import { linkItems } from "./link-items.ts";
import { newSampleLead, type World } from "./world.ts";

const NOW = Date.parse("2027-01-04T10:00:00.000Z");
const MIDNIGHT = Date.parse("2027-01-04T00:00:00.000Z");
const DAY_MINUTES = 24 * 60;
const BODY = Buffer.from(
  JSON.stringify({ firstName: "Grace", lastName: "Hopper", email: "grace@example.com", case_type: "family" }),
);

/**
 * Returns the bytes of a typical record of each kind that grows with the leads, and the number of indexes with a copy of
 * it.
 */
export const measureRecords = async ({ table, firmId, attorney }: World) => {
  const settings = await readRecord(table, settingsRecord(firmId));
  const lead = { ...newSampleLead(), assigneeId: attorney.id };
  const change = changeAt(NOW);
  const [event] = changeEvents({
    changeId: change.id,
    actor: change.actor,
    types: ["lead.created"],
    sequence: 1,
    before: null,
    after: leadInEvents(lead, settings),
  });
  const body = JSON.stringify(event);
  const id = newRecordId(NOW);
  const attempt = { at: change.at, status: 204, durationMilliseconds: 100, error: null };
  const delivered = {
    ...newWebhookDelivery({ id, enabled: true }, { id, type: "lead.created", requestId: id }, NOW),
    state: "delivered" as const,
    attemptCount: 1,
    attempts: [attempt],
  };
  const received = {
    ...newReceipt({ id, body: BODY, headers: { "content-type": "application/json" } }, { signature: null }),
    outcome: "created" as const,
    leadId: lead.id,
    externalId: id,
    error: null,
    omitted: [],
  };
  const [link = {}, linkKey = {}] = linkItems(firmId, newConsultation({ leadId: lead.id }));
  return {
    lead: sizeOf(leadToItem(firmId, lead, change)),
    consultation: sizeOf(consultationToItem(firmId, newConsultation(), change)),
    link: sizeOf(link),
    "key of a link": sizeOf(linkKey),
    "deduplication record": sizeOf(deduplicationItem(firmId, { targets: 9, deliveries: 1 })),
    "deduplication record of 40 targets": sizeOf(deduplicationItem(firmId, { targets: 40, deliveries: 8 })),
    "inbound delivery": sizeOf(inboundDeliveryToItem(firmId, id, received)),
    event: sizeOf(eventToItem(firmId, { id, number: 1_000_000, body, leadId: lead.id })),
    "page of the event log": sizeOf(fullPage(firmId, id)),
    "webhook delivery": sizeOf(deliveryToItem(firmId, delivered)),
    "full day of an attorney": sizeOf(fullDay(firmId)),
  };
};

type Remembered = { readonly targets: number; readonly deliveries: number };

/** The stored phone number differs from the sent one. */
const deduplicationItem = (firmId: FirmId, { targets, deliveries }: Remembered): Item => {
  const id = newRecordId(NOW);
  const hashes = Array.from({ length: deliveries }, (_, index) => shortHash(String(index)));
  const hashesOf = (index: number) => ({
    sent: textHash(String(index)),
    place: placeHash(JSON.stringify([[[String(index)]], []])),
    stored: textHash(index === 0 ? "phone" : String(index)),
  });
  const after = {
    leadId: id,
    deliveryId: id,
    bodies: hashes,
    values: hashes,
    targets: new Map(
      Array.from({ length: targets }, (_, index) => [targetId(String(index)), hashesOf(index)]),
    ),
    formerHashes: hashes.map(sha256),
  };
  const [write] = deduplicationWrites({ keys: [externalIdKey(firmId, id, id)], records: [], after });
  return (write && "Put" in write && write.Put.Item) || {};
};

const fullPage = (firmId: FirmId, id: string): Item => {
  const eventIds = Array.from({ length: PAGE_EVENTS }, () => id);
  const write = putFullPage(firmId, { lastNumber: 1_000_000, eventIds, openedAtMilliseconds: NOW }, NOW);
  return ("Put" in write && write.Put.Item) || {};
};

/** Returns a day of the shortest consultations, one after the other. */
const fullDay = (firmId: FirmId): Item => {
  const consultations = Array.from({ length: DAY_MINUTES / LIMITS.durationMinutesMinimum }, (_, index) =>
    newConsultation({
      attorneyId: firmId,
      startAt: new Date(MIDNIGHT + index * LIMITS.durationMinutesMinimum * 60_000).toISOString(),
      durationMinutes: LIMITS.durationMinutesMinimum,
    }),
  );
  return bookedItems(firmId, consultations)[consultations.length] ?? {};
};

const sizeOf = (item: Item) => ({
  bytes: itemBytes(marshall(item, { removeUndefinedValues: true })),
  indexes: Object.values(INDEXES).filter((keys) => keys.every((key) => key in item)).length,
});
