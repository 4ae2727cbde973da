import { marshall } from "@aws-sdk/util-dynamodb";
import { INDEXES } from "../../lib/constructs/intake-table.ts";
import type { RecordSize } from "../../lib/scale/figures.ts";
import { LIMITS } from "../../shared/contract/schema/limits.ts";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { newReceipt } from "../../shared/domain/sources/inbound-delivery.ts";
import { newWebhookDelivery } from "../../shared/domain/webhooks/webhook-delivery.ts";
import { changeEvents } from "../../shared/events/change-event.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { consultationToItem } from "../../shared/storage/consultations/consultation-item.ts";
import type { Item } from "../../shared/storage/dynamodb/item.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { eventToItem } from "../../shared/storage/events/event-item.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { leadToItem } from "../../shared/storage/leads/lead-item.ts";
import { eventBatchKey, externalIdKey } from "../../shared/storage/record-keys.ts";
import { deduplicationWrites } from "../../shared/storage/sources/deduplication-records.ts";
import { inboundDeliveryToItem } from "../../shared/storage/sources/inbound-delivery-item.ts";
import { deliveryToItem } from "../../shared/storage/webhooks/webhook-delivery-item.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { changeAt } from "../support/changes.ts";
import { itemBytes } from "./item-size.ts";
import { newSampleLead, type World } from "./world.ts";

const NOW = Date.parse("2027-01-04T10:00:00.000Z");
const MIDNIGHT = Date.parse("2027-01-04T00:00:00.000Z");
const DAY_MINUTES = 24 * 60;
const BODY = Buffer.from(
  JSON.stringify({ firstName: "Grace", lastName: "Hopper", email: "grace@example.com", case_type: "family" }),
);

/** The bytes of a typical record of each kind that grows with the leads, and how many indexes hold a copy of it. */
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
    after: leadResource(lead, settings),
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
  };
  const { sk: hash } = externalIdKey(firmId, id, id);
  const [deduplication] = deduplicationWrites(table, {
    keys: [externalIdKey(firmId, id, id)],
    before: null,
    after: { leadId: lead.id, deliveryId: id, fieldsHash: hash, earlierHashes: [] },
  });
  const expiresAtEpochSeconds = NOW / 1_000;
  return {
    lead: sizeOf(leadToItem(firmId, lead, change)),
    consultation: sizeOf(consultationToItem(firmId, newConsultation(), change)),
    "deduplication record": sizeOf(deduplication?.Put?.Item ?? {}),
    "inbound delivery": sizeOf(inboundDeliveryToItem(firmId, id, received)),
    event: sizeOf(eventToItem(firmId, { id, batch: NOW, body })),
    "batch of the event log": sizeOf({ ...eventBatchKey(firmId, NOW), events: [id], expiresAtEpochSeconds }),
    "webhook delivery": sizeOf(deliveryToItem(firmId, delivered)),
    "full day of an attorney": sizeOf(fullDay(firmId)),
  };
};

/** A day of the shortest consultations, one after the other. */
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

const sizeOf = (item: Item): RecordSize => ({
  bytes: itemBytes(marshall(item, { removeUndefinedValues: true })),
  indexes: Object.values(INDEXES).filter((keys) => keys.every((key) => key in item)).length,
});
