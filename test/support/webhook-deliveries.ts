import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Webhook } from "../../shared/domain/webhooks/webhook.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../shared/domain/webhooks/webhook-delivery.ts";
import type { DeliveryDependencies } from "../../shared/operations/webhooks/deliver-webhook.ts";
import { firstAttempt } from "../../shared/operations/webhooks/send-test-event.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import {
  webhookDeliveryRecord,
  webhookDeliveryStore,
} from "../../shared/storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord } from "../../shared/storage/webhooks/webhook-store.ts";
import { type PostOutcome, postWebhook } from "../../shared/webhooks/post-webhook.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

/** A courier that posts for real, to this machine too, under a clock that stands until it is set. */
export const newCourier = (table: Table, changes: Partial<DeliveryDependencies> = {}) => {
  const clock = { now: Date.now() };
  const dependencies: DeliveryDependencies = {
    table,
    queue: connectWebhookQueue(process.env.DELIVERY_QUEUE_URL ?? ""),
    post: (request) => postWebhook(request, { targets: "local" }),
    now: () => clock.now,
    random: () => 0.5,
    ...changes,
  };
  return { dependencies, clock };
};

export const answering =
  (status: number | null, others: Partial<PostOutcome> = {}) =>
  async (): Promise<PostOutcome> => ({
    status,
    error: null,
    durationMilliseconds: 1,
    ...others,
  });

/** A delivery that waits for its first attempt, and the message that asks for it. */
export const keepDelivery = async (table: Table, firm: FirmId, webhook: Webhook, nowMilliseconds: number) => {
  const event = {
    id: newRecordId(Date.now()),
    type: "lead.created",
    data: { first_name: "Dana Confidential" },
  };
  const delivery = newWebhookDelivery(webhook, event, nowMilliseconds);
  await webhookDeliveryStore(table).keep(firm, delivery, nowMilliseconds);
  return { delivery, message: firstAttempt(firm, delivery) };
};

export const readDelivery = async (table: Table, firm: FirmId, { webhookId, id }: WebhookDelivery) =>
  (await readRecords(table, { delivery: webhookDeliveryRecord(firm, webhookId, id) })).delivery;

export const readWebhook = async (table: Table, firm: FirmId, { id }: Webhook) =>
  (await readRecords(table, { webhook: webhookRecord(firm, id) })).webhook;
