import type { Webhook } from "../../../shared/domain/webhooks/webhook.ts";
import {
  newWebhookDelivery,
  type WebhookDelivery,
} from "../../../shared/domain/webhooks/webhook-delivery.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { webhookDeliveryStore } from "../../../shared/storage/webhooks/webhook-delivery-store.ts";
import { webhookStore } from "../../../shared/storage/webhooks/webhook-store.ts";
import { newWebhookSecret } from "../../../shared/webhooks/sign-webhook.ts";
import type { Scenario, World } from "../world.ts";

export const storeWebhook = async ({ table, firmId }: World, url: string): Promise<Webhook> => {
  const webhook: Webhook = {
    id: newRecordId(Date.now()),
    url,
    events: ["*"],
    description: "",
    enabled: true,
    disabledReason: null,
    failingSinceMilliseconds: 0,
    secret: newWebhookSecret(),
    previousSecret: null,
    previousSecretUntilMilliseconds: 0,
    version: 1,
  };
  await webhookStore(table).create(firmId, webhook);
  return webhook;
};

const SAMPLE_EVENT = {
  type: "lead.created",
  sequence: 1,
  data: { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" },
  previous: {},
};

/** An event as it is after a lead is made. */
export const sampleEvent = () => ({
  id: newRecordId(Date.now()),
  created_at: new Date().toISOString(),
  ...SAMPLE_EVENT,
});

export const storeDelivery = ({ table, firmId }: World, webhook: Webhook): Promise<WebhookDelivery> =>
  webhookDeliveryStore(table).putIfAbsent(
    firmId,
    newWebhookDelivery(webhook, sampleEvent(), Date.now()),
    Date.now(),
  );

const URL_OF_NOBODY = "https://192.0.2.1/hook";

export const webhookScenarios = async (world: World): Promise<Scenario[]> => {
  const webhook = await storeWebhook(world, URL_OF_NOBODY);
  for (let n = 0; n < 60; n++) await storeDelivery(world, webhook);
  const ofOne = { world, label: "", call: () => ({ params: { id: webhook.id } }) };
  const newUrl = () => ({ url: "http://127.0.0.1/hook", events: ["*"] });
  return [
    {
      ...ofOne,
      endpoint: "create-webhook",
      status: 201,
      roundTripsAtMost: 2,
      call: () => ({ body: newUrl() }),
    },
    { ...ofOne, endpoint: "list-webhooks", status: 200, roundTripsAtMost: 1, call: () => ({}) },
    { ...ofOne, endpoint: "get-webhook", status: 200, roundTripsAtMost: 1 },
    {
      ...ofOne,
      endpoint: "update-webhook",
      status: 200,
      roundTripsAtMost: 2,
      call: () => ({ params: { id: webhook.id }, body: { description: newRecordId(Date.now()) } }),
    },
    { ...ofOne, endpoint: "rotate-webhook-secret", status: 200, roundTripsAtMost: 2 },
    { ...ofOne, endpoint: "send-test-event", status: 202, roundTripsAtMost: 2 },
    {
      ...ofOne,
      endpoint: "list-webhook-deliveries",
      label: "page of 50",
      status: 200,
      roundTripsAtMost: 2,
    },
    {
      ...ofOne,
      endpoint: "redeliver-webhook",
      status: 202,
      roundTripsAtMost: 2,
      call: async () => ({
        params: { id: webhook.id, deliveryId: (await storeDelivery(world, webhook)).id },
      }),
    },
    {
      ...ofOne,
      endpoint: "delete-webhook",
      status: 204,
      roundTripsAtMost: 2,
      call: async () => ({ params: { id: (await storeWebhook(world, URL_OF_NOBODY)).id } }),
    },
  ];
};
