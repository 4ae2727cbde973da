import { requireFound } from "../../contract/app-error.ts";
import { TEST_EVENT } from "../../contract/event-types.ts";
import type { EventResource } from "../../contract/events.ts";
import type { Actor } from "../../domain/events/actor.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { createdAt } from "../../domain/record-id.ts";
import { requireEnabled, webhookResource } from "../../domain/webhooks/webhook.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { currentInvocation } from "../../runtime/invocation.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord } from "../../storage/webhooks/webhook-store.ts";
import type { WebhookQueue } from "../../webhooks/webhook-queue.ts";
import { queueNextAttempts } from "./queue-next-attempts.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly nowMilliseconds: number;
};

/**
 * Sends an endpoint an event whose data is the endpoint itself.
 * @throws AppError `not_found`, or `invalid_request` when the endpoint is disabled
 */
export const sendTestEvent = async (
  { table, queue }: { readonly table: Table; readonly queue: WebhookQueue },
  { firmId, actor, params, body, nowMilliseconds }: Request,
): Promise<WebhookDelivery> => {
  const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
  body();
  requireEnabled(webhook);
  const id = newRecordId(nowMilliseconds);
  const event: EventResource = {
    id,
    type: TEST_EVENT,
    created_at: createdAt(id),
    sequence: webhook.version,
    data: webhookResource(webhook, nowMilliseconds),
    previous: {},
    actor,
  };
  const { requestId } = currentInvocation();
  const tested = { id, type: TEST_EVENT, body: JSON.stringify(event), requestId };
  const delivery = newWebhookDelivery(webhook, tested, nowMilliseconds);
  await webhookDeliveryStore(table).putIfAbsent(firmId, delivery);
  await queueNextAttempts(queue, firmId, [delivery], { isRequested: true });
  return delivery;
};
