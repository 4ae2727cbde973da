import { operation, required } from "../api/operation.ts";
import type { EventResource } from "../events/event.contract.ts";
import { TEST_EVENT } from "../events/event-types.contract.ts";
import { createdAt } from "../runtime/record-id.ts";
import { requireEnabled, webhookResource } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import { sendTestEventEndpoint } from "./webhook-delivery.contract.ts";
import { newWebhookDelivery, webhookDeliveryResource } from "./webhook-delivery.rules.ts";
import { putDelivery } from "./webhook-delivery.store.ts";
import { queueNextAttempts, type WebhookQueue } from "./webhook-queue.ts";

/** Sends an endpoint an event whose data is the endpoint itself. */
export const sendTestEvent = (queue: WebhookQueue) =>
  operation(sendTestEventEndpoint, {
    reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),

    decide: ({ webhook }, { firmId, actor, newId: id, change, nowMilliseconds }) => {
      requireEnabled(webhook);
      const event: EventResource = {
        id,
        type: TEST_EVENT,
        created_at: createdAt(id),
        sequence: webhook.version,
        data: webhookResource(webhook, nowMilliseconds),
        previous: {},
        actor,
      };
      const tested = { id, type: TEST_EVENT, body: JSON.stringify(event), requestId: change.requestId };
      const delivery = newWebhookDelivery(webhook, tested, nowMilliseconds);
      return {
        writes: [putDelivery(firmId, delivery)],
        after: async () => {
          await queueNextAttempts(queue, firmId, [delivery], { isRequested: true });
          return webhookDeliveryResource(delivery);
        },
      };
    },
  });
