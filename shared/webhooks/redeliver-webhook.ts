import { checked, operation, required } from "../api/operation.ts";
import { isEventRetained } from "../events/event-item.store.ts";
import { requireFound } from "../schema/app-error.ts";
import { requireEnabled } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import { redeliverWebhookEndpoint } from "./webhook-delivery.contract.ts";
import { newRound, webhookDeliveryResource } from "./webhook-delivery.rules.ts";
import { webhookDeliveryRecord } from "./webhook-delivery.store.ts";
import { startRound } from "./webhook-delivery-progress.store.ts";
import { queueNextAttempts, type WebhookQueue } from "./webhook-queue.ts";

/** Sends an event again in a new round of attempts, which voids earlier messages in the queue. */
export const redeliverWebhook = (queue: WebhookQueue) =>
  operation(redeliverWebhookEndpoint, {
    reads: ({ firmId, params, nowMilliseconds }) => ({
      webhook: required("delivery", webhookRecord(firmId, params.id)),
      delivery: checked(webhookDeliveryRecord(firmId, params.id, params.deliveryId), (delivery) =>
        requireFound("delivery", delivery && isEventRetained(delivery, nowMilliseconds) ? delivery : null),
      ),
    }),

    decide: ({ webhook, delivery }, { firmId, nowMilliseconds }) => {
      requireEnabled(webhook);
      const restarted = newRound(delivery, nowMilliseconds);
      return {
        writes: [startRound(firmId, delivery, restarted)],
        after: async () => {
          await queueNextAttempts(queue, firmId, [restarted], { isRequested: true });
          return webhookDeliveryResource(restarted);
        },
      };
    },
  });
