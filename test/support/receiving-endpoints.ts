import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { eventToItem } from "../../shared/events/event-item.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { nextAttempt } from "../../shared/webhooks/webhook-attempt.rules.ts";
import { newWebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { deliveryToItem } from "../../shared/webhooks/webhook-delivery.store.ts";

import { newEvent } from "./events.ts";
import { putItems } from "./put-items.ts";
import { storeWebhook } from "./webhooks.ts";

const FIRMS = 5;
const ENDPOINTS_PER_FIRM = 4;
export const HANGING_ENDPOINTS = 6;
/** Long enough that a wave occupies the invocations, and not only the processor. */
const ANSWER_MILLISECONDS = 500;

/** A webhook endpoint with a server on loopback, which records the first arrival of each event. */
type ReceivingEndpoint = {
  readonly firmId: FirmId;
  readonly webhook: Webhook;
  readonly arrivedAt: ReadonlyMap<string, number>;
  readonly postCount: () => number;
  readonly stop: () => Promise<void>;
};

/** Starts endpoints of several firms. With `isAnyHanging`, the first six never answer. */
export const startEndpoints = (table: Table, isAnyHanging: boolean): Promise<ReceivingEndpoint[]> => {
  const firms = Array.from({ length: FIRMS }, () => firmIdFromVerifiedSource(newRecordId(Date.now())));
  return Promise.all(
    Array.from({ length: FIRMS * ENDPOINTS_PER_FIRM }, (_, index) => {
      const firmId = firms[index % FIRMS];
      if (firmId === undefined) throw new Error("There is no firm.");
      return startEndpoint(table, firmId, isAnyHanging && index < HANGING_ENDPOINTS);
    }),
  );
};

const startEndpoint = async (
  table: Table,
  firmId: FirmId,
  isHanging: boolean,
): Promise<ReceivingEndpoint> => {
  const arrivedAt = new Map<string, number>();
  let posts = 0;
  const server = await listenOnLoopback((request, response) => {
    const id = String(request.headers["webhook-id"]);
    posts += 1;
    if (!arrivedAt.has(id)) arrivedAt.set(id, performance.now());
    request.resume();
    if (!isHanging) setTimeout(() => response.writeHead(204).end(), ANSWER_MILLISECONDS);
  }, 0);
  const webhook = await storeWebhook(table, firmId, { url: `http://127.0.0.1:${server.port}/hook` });
  return { firmId, webhook, arrivedAt, postCount: () => posts, stop: server.stop };
};

/** The queued message of a delivery's first attempt. */
type DeliveryMessage = {
  readonly endpoint: ReceivingEndpoint;
  readonly eventId: string;
  readonly body: string;
  readonly groupId: string;
};

/**
 * Stores this number of deliveries to each endpoint.
 * @returns their messages, with the endpoints in turns
 */
export const storeDeliveries = async (
  table: Table,
  endpoints: readonly ReceivingEndpoint[],
  perEndpoint: number,
): Promise<DeliveryMessage[]> => {
  const messages = [];
  for (let count = 0; count < perEndpoint; count++) {
    const created = endpoints.map(newDelivery);
    await putItems(
      table,
      created.flatMap(({ items }) => items),
    );
    messages.push(...created.map(({ message }) => message));
  }
  return messages;
};

const newDelivery = (endpoint: ReceivingEndpoint) => {
  const { firmId, webhook } = endpoint;
  const event = newEvent();
  const delivery = newWebhookDelivery(webhook, event, Date.now());
  const body = JSON.stringify(nextAttempt(firmId, delivery));
  return {
    items: [
      eventToItem(firmId, { id: event.id, number: 1, body: JSON.stringify(event) }),
      deliveryToItem(firmId, delivery),
    ],
    message: { endpoint, eventId: event.id, body, groupId: webhook.id },
  };
};
