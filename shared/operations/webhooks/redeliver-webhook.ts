import { requireFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { requireEnabled } from "../../domain/webhooks/webhook.ts";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { startRound } from "../../storage/webhooks/webhook-delivery-progress.ts";
import { webhookDeliveryRecord } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord } from "../../storage/webhooks/webhook-store.ts";
import type { WebhookQueue } from "../../webhooks/webhook-queue.ts";
import { queueNextAttempts } from "./queue-next-attempts.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string; readonly deliveryId: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly nowMilliseconds: number;
};

/**
 * Sends an event again in a new round of attempts, which voids what was queued before.
 * @throws AppError `not_found`, or `invalid_request` when the endpoint is disabled
 */
export const redeliverWebhook = async (
  { table, queue }: { readonly table: Table; readonly queue: WebhookQueue },
  { firmId, params, body, nowMilliseconds }: Request,
): Promise<WebhookDelivery> => {
  const delivery = await retryOnConflict(async () => {
    const read = await readRecords(table, {
      webhook: webhookRecord(firmId, params.id),
      delivery: webhookDeliveryRecord(firmId, params.id, params.deliveryId),
    });
    const webhook = requireFound("delivery", read.webhook);
    const current = requireFound("delivery", read.delivery);
    body();
    requireEnabled(webhook);
    return (await startRound(table, firmId, current, nowMilliseconds)) ?? "conflict";
  });
  await queueNextAttempts(queue, firmId, [delivery], { isRequested: true });
  return delivery;
};
