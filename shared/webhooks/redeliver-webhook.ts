import { required } from "../api/operation.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { queueNextAttempts } from "./queue-next-attempts.ts";
import { requireEnabled } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import { newRound, type WebhookDelivery } from "./webhook-delivery.rules.ts";
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
  const restarted = await retryOnConflict(async () => {
    const { webhook, delivery } = await readRecords(table, {
      webhook: required("delivery", webhookRecord(firmId, params.id)),
      delivery: required("delivery", webhookDeliveryRecord(firmId, params.id, params.deliveryId)),
    });
    body();
    requireEnabled(webhook);
    const after = newRound(delivery, nowMilliseconds);
    const { result } = await commit(table, [startRound(firmId, delivery, after)]);
    return result === "done" ? after : "conflict";
  });
  await queueNextAttempts(queue, firmId, [restarted], { isRequested: true });
  return restarted;
};
