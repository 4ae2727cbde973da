import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { Webhook } from "../../../shared/webhooks/webhook.rules.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { newEvent } from "../../support/events.ts";
import { storeDelivery, storeDeliveryOf } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";
import type { Scenario, World } from "../world.ts";

const UNREACHABLE_URL = "https://192.0.2.1/hook";

const FAILED_ATTEMPT = {
  at: new Date(0).toISOString(),
  status: 500,
  durationMilliseconds: 100,
  error: null,
};
const FAILED: Partial<WebhookDelivery> = {
  state: "failed",
  attemptCount: 10,
  attempts: Array.from({ length: 10 }, () => FAILED_ATTEMPT),
};
const FAILED_DELIVERIES = 100;

export const webhookScenarios = async (world: World): Promise<Scenario[]> => {
  const { table, firmId } = world;
  const newWebhook = () => storeWebhook(table, firmId, { url: UNREACHABLE_URL });
  const store = (of: Webhook, changes?: Partial<WebhookDelivery>) =>
    storeDelivery(table, firmId, of, changes);
  const webhook = await newWebhook();
  for (let n = 0; n < 60; n++) await store(webhook);
  const largeEvents = await newWebhook();
  for (let n = 0; n < 50; n++) {
    const event = newEvent({ data: { id: "1", text: "x".repeat(60 * 1024) } });
    await storeDeliveryOf(table, firmId, event, newWebhookDelivery(largeEvents, event, Date.now()));
  }
  const failingWebhook = async () => {
    const failing = await newWebhook();
    for (let n = 0; n < FAILED_DELIVERIES; n++) await store(failing, FAILED);
    return failing;
  };
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
      endpoint: "list-webhook-deliveries",
      label: "page of 50 events of 60 KB",
      status: 200,
      maxRoundTrips: 2,
      call: () => ({ params: { id: largeEvents.id } }),
    },
    {
      ...ofWebhook,
      endpoint: "redeliver-webhook",
      status: 202,
      maxRoundTrips: 2,
      call: async () => ({
        params: { id: webhook.id, deliveryId: (await store(webhook)).id },
      }),
    },
    {
      ...ofWebhook,
      endpoint: "recover-deliveries",
      label: `${FAILED_DELIVERIES} failed deliveries`,
      status: 200,
      // Reads the endpoint and its deliveries, which have no end of their own, then writes each.
      maxRoundTrips: 3 + FAILED_DELIVERIES,
      call: async () => ({
        params: { id: (await failingWebhook()).id },
        body: { since: new Date(0).toISOString() },
      }),
    },
    {
      ...ofWebhook,
      endpoint: "delete-webhook",
      status: 204,
      maxRoundTrips: 2,
      call: async () => ({ params: { id: (await newWebhook()).id } }),
    },
  ];
};
