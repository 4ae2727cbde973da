import { operation, required } from "../api/operation.ts";
import type { EventResource } from "../events/event.contract.ts";
import { EVENT_TYPES, TEST_EVENT } from "../events/event-types.contract.ts";
import { createdAt } from "../runtime/record-id.ts";
import { EVENT_EXAMPLES } from "./event-examples.ts";
import { requireEnabled, subscribesTo, type Webhook, webhookResource } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import { sendTestEventEndpoint } from "./webhook-delivery.contract.ts";
import { newWebhookDelivery, webhookDeliveryResource } from "./webhook-delivery.rules.ts";
import { putDelivery } from "./webhook-delivery.store.ts";
import { queueNextAttempts, type WebhookQueue } from "./webhook-queue.ts";

/** Sends an endpoint the example of an event; without a type, an event whose data is the endpoint itself. */
export const sendTestEvent = (queue: WebhookQueue) =>
  operation(sendTestEventEndpoint, {
    reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),

    violations: ({ webhook }, { json }) => subscriptionViolations(webhook, json.type),

    decide: ({ webhook }, { firmId, actor, input, newId: id, change, nowMilliseconds }) => {
      requireEnabled(webhook);
      const { type = TEST_EVENT } = input;
      const content =
        type === TEST_EVENT
          ? {
              sequence: webhook.version,
              data: webhookResource(webhook, nowMilliseconds),
              previous: {},
              actor,
            }
          : { ...EVENT_EXAMPLES[type], test: true };
      const event: EventResource = { id, type, created_at: createdAt(id), ...content };
      const tested = { id, type, body: JSON.stringify(event), requestId: change.requestId };
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

/** The schema rejects what is no type. */
const subscriptionViolations = (webhook: Webhook, input: unknown) => {
  const type = EVENT_TYPES.find((each) => each === input);
  if (type === undefined || subscribesTo(webhook, type)) return [];
  const message = `must be a type that the endpoint subscribes to: ${webhook.events.join(", ")}`;
  return [{ field: "type", message }];
};
