import { notFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import {
  webhookDeliveryRecord,
  webhookDeliveryStore,
} from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord } from "../../storage/webhooks/webhook-store.ts";
import { sendAttempt } from "../../webhooks/webhook-queue.ts";
import { firstAttempt, type QueueDependencies, requireEnabled } from "./send-test-event.ts";

type Target = { readonly firmId: FirmId; readonly id: string; readonly deliveryId: string };

/**
 * Sends an event again, in a new round of attempts: what still waits from before is void.
 * @throws AppError `not_found`, or `invalid_request` if the endpoint is disabled
 */
export const redeliverWebhook = async (
  { table, queue }: QueueDependencies,
  { firmId, id, deliveryId }: Target,
  nowMilliseconds: number,
): Promise<WebhookDelivery> => {
  const delivery = await retryOnConflict(async () => {
    const { webhook, delivery: known } = await readRecords(table, {
      webhook: webhookRecord(firmId, id),
      delivery: webhookDeliveryRecord(firmId, id, deliveryId),
    });
    if (webhook === null || known === null) throw notFound("delivery");
    requireEnabled(webhook);
    const again = await webhookDeliveryStore(table).progress(firmId, known, {
      state: "pending",
      round: known.round + 1,
      attemptCount: 0,
      nextAttemptMilliseconds: nowMilliseconds,
    });
    return again ?? "conflict";
  });
  await sendAttempt(queue, firstAttempt(firmId, delivery), nowMilliseconds);
  return delivery;
};
