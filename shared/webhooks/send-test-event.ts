import type { Actor } from "../api/change.ts";
import { required } from "../api/operation.ts";
import type { EventResource } from "../events/event.contract.ts";
import { TEST_EVENT } from "../events/event-types.contract.ts";
import { currentInvocation } from "../runtime/log.ts";
import { createdAt, newRecordId } from "../runtime/record-id.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { queueNextAttempts } from "./queue-next-attempts.ts";
import { requireEnabled, webhookResource } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import { newWebhookDelivery, type WebhookDelivery } from "./webhook-delivery.rules.ts";
import { putDelivery } from "./webhook-delivery.store.ts";
import type { WebhookQueue } from "./webhook-queue.ts";

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
  const webhook = await readRecord(table, required("webhook", webhookRecord(firmId, params.id)));
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
  await commit(table, [putDelivery(firmId, delivery)]);
  await queueNextAttempts(queue, firmId, [delivery], { isRequested: true });
  return delivery;
};
