import { requireFound } from "../api/app-error.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { queueNextAttempts } from "./queue-next-attempts.ts";
import { requireEnabled } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import type { WebhookDelivery } from "./webhook-delivery.rules.ts";
import { webhookDeliveryRecord } from "./webhook-delivery.store.ts";
import { startRound } from "./webhook-delivery-progress.store.ts";
import type { WebhookQueue } from "./webhook-queue.ts";

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
