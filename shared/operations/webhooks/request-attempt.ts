import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { describeCause } from "../../runtime/describe-cause.ts";
import { log } from "../../runtime/log.ts";
import { nextAttempt, sendAttempt, type WebhookQueue } from "../../webhooks/webhook-queue.ts";

/**
 * Queues an attempt that the firm asked for. A queue that fails delays it only: the delivery is stored, so the sweep
 * finds it.
 */
export const requestAttempt = async (
  queue: WebhookQueue,
  firm: FirmId,
  delivery: WebhookDelivery,
): Promise<void> => {
  const message = { ...nextAttempt(firm, delivery), isRequested: true as const };
  try {
    await sendAttempt(queue, { message });
  } catch (error) {
    const ids = { webhookId: delivery.webhookId, eventId: delivery.id };
    log("error", "attempt_not_queued", { ...ids, cause: describeCause(error, []) });
  }
};
