import { HEALTHY, type Webhook } from "../../../shared/domain/webhooks/webhook.ts";
import {
  newWebhookDelivery,
  type WebhookDelivery,
} from "../../../shared/domain/webhooks/webhook-delivery.ts";
import { OVERDUE_MILLISECONDS } from "../../../shared/domain/webhooks/webhook-retry-schedule.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { webhookDeliveryStore } from "../../../shared/storage/webhooks/webhook-delivery-store.ts";
import { webhookStore } from "../../../shared/storage/webhooks/webhook-store.ts";
import { newWebhookSecret } from "../../../shared/webhooks/sign-webhook.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import type { Scenario, World } from "../world.ts";

export const storeWebhook = async ({ table, firmId }: World, url: string): Promise<Webhook> => {
  const webhook: Webhook = {
    id: newRecordId(Date.now()),
    url,
    events: ["*"],
    description: "",
    headers: {},
    enabled: true,
    disabledReason: null,
    ...HEALTHY,
    secret: newWebhookSecret(),
    previousSecrets: [],
    version: 1,
  };
  await webhookStore(table).create(firmId, webhook);
  return webhook;
};

/** Stores a new event, and its delivery to the endpoint. */
export const storeDelivery = async ({ table, firmId }: World, webhook: Webhook): Promise<WebhookDelivery> => {
  const event = newEvent();
  await logEvents(table, firmId, [event]);
  const delivery = newWebhookDelivery(webhook, event, Date.now());
  return webhookDeliveryStore(table).putIfAbsent(firmId, delivery, Date.now() + OVERDUE_MILLISECONDS);
};

const UNREACHABLE_URL = "https://192.0.2.1/hook";

export const webhookScenarios = async (world: World): Promise<Scenario[]> => {
  const webhook = await storeWebhook(world, UNREACHABLE_URL);
  for (let n = 0; n < 60; n++) await storeDelivery(world, webhook);
  const ofWebhook = { world, label: "", call: () => ({ params: { id: webhook.id } }) };
  const newWebhookBody = () => ({ url: "http://127.0.0.1/hook", events: ["*"] });
  return [
    {
      ...ofWebhook,
      endpoint: "create-webhook",
      status: 201,
      maxRoundTrips: 2,
      call: () => ({ body: newWebhookBody() }),
    },
    { ...ofWebhook, endpoint: "list-webhooks", status: 200, maxRoundTrips: 1, call: () => ({}) },
    { ...ofWebhook, endpoint: "get-webhook", status: 200, maxRoundTrips: 1 },
    {
      ...ofWebhook,
      endpoint: "update-webhook",
      status: 200,
      maxRoundTrips: 2,
      call: () => ({ params: { id: webhook.id }, body: { description: newRecordId(Date.now()) } }),
    },
    { ...ofWebhook, endpoint: "rotate-webhook-secret", status: 200, maxRoundTrips: 2 },
    { ...ofWebhook, endpoint: "send-test-event", status: 202, maxRoundTrips: 2 },
    {
      ...ofWebhook,
      endpoint: "list-webhook-deliveries",
      label: "page of 50",
      status: 200,
      maxRoundTrips: 2,
    },
    {
      ...ofWebhook,
      endpoint: "redeliver-webhook",
      status: 202,
      maxRoundTrips: 2,
      call: async () => ({
        params: { id: webhook.id, deliveryId: (await storeDelivery(world, webhook)).id },
      }),
    },
    {
      ...ofWebhook,
      endpoint: "delete-webhook",
      status: 204,
      maxRoundTrips: 2,
      call: async () => ({ params: { id: (await storeWebhook(world, UNREACHABLE_URL)).id } }),
    },
  ];
};
