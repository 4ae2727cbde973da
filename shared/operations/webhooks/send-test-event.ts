import { invalidRequest } from "../../contract/app-error.ts";
import { TEST_EVENT } from "../../contract/event-types.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { createdAt } from "../../domain/record-id.ts";
import { type Webhook, webhookResource } from "../../domain/webhooks/webhook.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { sendAttempt, type WebhookQueue } from "../../webhooks/webhook-queue.ts";

export type QueueDependencies = { readonly table: Table; readonly queue: WebhookQueue };

/** @throws AppError `invalid_request`: nothing is sent to an endpoint that is disabled */
export const requireEnabled = ({ enabled }: Webhook) => {
  if (!enabled) throw invalidRequest([{ field: "id", message: "must be an endpoint that is enabled" }]);
};

/**
 * Sends an endpoint an event that is about the endpoint itself.
 * @throws AppError `invalid_request` if it is disabled
 */
export const sendTestEvent = async (
  { table, queue }: QueueDependencies,
  firmId: FirmId,
  webhook: Webhook,
  nowMilliseconds: number,
): Promise<WebhookDelivery> => {
  requireEnabled(webhook);
  const id = newRecordId(nowMilliseconds);
  const event = {
    id,
    type: TEST_EVENT,
    created_at: createdAt(id),
    sequence: webhook.version,
    data: webhookResource(webhook, nowMilliseconds),
    previous: {},
  };
  const delivery = newWebhookDelivery(webhook, event, nowMilliseconds);
  await webhookDeliveryStore(table).keep(firmId, delivery, nowMilliseconds);
  await sendAttempt(queue, firstAttempt(firmId, delivery), nowMilliseconds);
  return delivery;
};

/** The first attempt of a delivery's round. */
export const firstAttempt = (firmId: FirmId, delivery: WebhookDelivery) => ({
  firmId,
  webhookId: delivery.webhookId,
  eventId: delivery.id,
  round: delivery.round,
  attempt: 1,
  dueMilliseconds: delivery.nextAttemptMilliseconds,
});
