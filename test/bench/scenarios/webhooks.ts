import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { Webhook } from "../../../shared/webhooks/webhook.rules.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { newEvent } from "../../support/events.ts";
import { storeDelivery, storeDeliveryOf } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";
import { type Scenario, scenariosOf, type World } from "../world.ts";

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
  const params = { id: webhook.id };
  const changed = () => ({ params, body: { description: newRecordId(Date.now()) } });
  const newDelivery = async () => ({ params: { ...params, deliveryId: (await store(webhook)).id } });
  const since = new Date(0).toISOString();
  const failing = async () => ({ params: { id: (await failingWebhook()).id }, body: { since } });
  return scenariosOf(world, [
    ["create-webhook", "", 2, () => ({ body: { url: "http://127.0.0.1/hook", events: ["*"] } })],
    ["list-webhooks", "", 1, () => ({})],
    ["get-webhook", "", 1, () => ({ params })],
    ["update-webhook", "", 2, changed],
    ["rotate-webhook-secret", "", 2, () => ({ params })],
    ["send-test-event", "", 2, () => ({ params })],
    ["list-webhook-deliveries", "page of 50", 2, () => ({ params })],
    ["list-webhook-deliveries", "page of 50 events of 60 KB", 2, () => ({ params: { id: largeEvents.id } })],
    ["redeliver-webhook", "", 2, newDelivery],
    // Reads the endpoint and its deliveries, which have no end of their own, then writes each.
    ["recover-deliveries", `${FAILED_DELIVERIES} failed deliveries`, 3 + FAILED_DELIVERIES, failing],
    ["delete-webhook", "", 2, async () => ({ params: { id: (await newWebhook()).id } })],
  ]);
};
