import { describe, expect, it } from "@jest/globals";
import { EVENT_EXAMPLES } from "../../lib/documents/openapi/examples/event-examples.ts";
import { EVENT_TYPES } from "../../shared/events/event-types.contract.ts";
import { idAt } from "../../shared/runtime/record-id.ts";
import { webhookKey } from "../../shared/table/record-keys.ts";
import { recoverDeliveries } from "../../shared/webhooks/recover-deliveries.ts";
import { redeliverWebhook } from "../../shared/webhooks/redeliver-webhook.ts";
import { sendTestEvent } from "../../shared/webhooks/send-test-event.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { newRound, newWebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { deliveryToItem, putDelivery } from "../../shared/webhooks/webhook-delivery.store.ts";
import { startRound } from "../../shared/webhooks/webhook-delivery-progress.store.ts";
import type { WebhookQueue } from "../../shared/webhooks/webhook-queue.ts";
import { CHANGE, decided, FIRM_ID, NEW_ID, NOW_MILLISECONDS, refusalOf } from "../support/decisions.ts";
import { newWebhook } from "../support/webhooks.ts";

const QUEUE = {} as WebhookQueue;
const DAY = 24 * 3_600_000;
const webhook = newWebhook();
const sentAt = (milliseconds: number) =>
  newWebhookDelivery(webhook, { id: idAt(milliseconds), type: "lead.created", body: "{}" }, milliseconds);
const delivery = sentAt(NOW_MILLISECONDS - DAY);

const given = (changes: Partial<typeof webhook> = {}, sent = delivery) => ({
  stored: [{ ...webhookKey(FIRM_ID, webhook.id), ...webhook, ...changes }, deliveryToItem(FIRM_ID, sent)],
  request: { params: { id: webhook.id, deliveryId: sent.id } },
});

it("a test event has the endpoint as its data", async () => {
  const { writes } = await decided(sendTestEvent(QUEUE), given());
  const data = webhookResource(webhook, NOW_MILLISECONDS);
  const created_at = "2024-04-21T09:32:31.104Z";
  const body = JSON.stringify({
    id: NEW_ID,
    type: "webhook.test",
    created_at,
    sequence: 1,
    data,
    previous: {},
    actor: CHANGE.actor,
  });
  const tested = { id: NEW_ID, type: "webhook.test" as const, body, requestId: CHANGE.requestId };
  expect(writes).toEqual([putDelivery(FIRM_ID, newWebhookDelivery(webhook, tested, NOW_MILLISECONDS))]);
});

it.each(EVENT_TYPES)("a test of %s has the document's example, marked as a test", async (type) => {
  const { writes } = await decided(sendTestEvent(QUEUE), { json: { type }, ...given({ events: [type] }) });
  const { body, ...delivery } = Object(writes?.[0]).New;
  const created_at = "2024-04-21T09:32:31.104Z";
  expect(delivery).toMatchObject({ id: NEW_ID, type, state: "pending" });
  expect(JSON.parse(body)).toEqual({ ...EVENT_EXAMPLES[type], id: NEW_ID, created_at, test: true });
});

it.each<[string, object, string]>([
  ["a type that the endpoint does not receive", { type: "lead.created" }, "type"],
  ["what is no type", { type: "lead.create" }, "type"],
  ["a misspelled field", { typ: "lead.archived" }, "typ"],
])("a test of %s is refused", async (_, json, field) => {
  const refused = decided(sendTestEvent(QUEUE), { json, ...given({ events: ["lead.archived"] }) });
  expect(await refusalOf(refused)).toEqual(["invalid_request", field]);
});

it("a recovery of a period that ends before it begins is refused", async () => {
  const json = { since: "2055-03-02T00:00:00Z", until: "2055-03-01T00:00:00Z" };
  const refused = decided(recoverDeliveries(QUEUE), { json, ...given() });
  expect(await refusalOf(refused)).toEqual(["invalid_request", "until"]);
});

it.each(["pending", "delivered", "failed", "skipped"] as const)(
  "a redelivery of one that is %s starts a new round",
  async (state) => {
    const sent = {
      ...delivery,
      state,
      attemptCount: 3,
      dueAtMilliseconds: state === "pending" ? NOW_MILLISECONDS : 0,
    };
    const { writes } = await decided(redeliverWebhook(QUEUE), given({}, sent));
    expect(writes).toEqual([startRound(FIRM_ID, sent, newRound(sent, NOW_MILLISECONDS))]);
  },
);

it("redelivers only an event that is kept", async () => {
  const gone = given({}, sentAt(NOW_MILLISECONDS - 30 * DAY));
  expect(await refusalOf(decided(redeliverWebhook(QUEUE), gone))).toEqual(["not_found"]);
});

describe.each([
  ["a test event", sendTestEvent(QUEUE), {}],
  ["a redelivery", redeliverWebhook(QUEUE), {}],
  ["a recovery", recoverDeliveries(QUEUE), { since: "2055-03-01T00:00:00Z" }],
] as const)("%s", (_, operation, json) => {
  it("is refused for a disabled endpoint", async () => {
    const refused = decided(operation, { json, ...given({ enabled: false }) });
    expect(await refusalOf(refused)).toEqual(["invalid_request", "id"]);
  });

  it("answers 404 for an endpoint that the firm does not have", async () => {
    const { request } = given();
    expect(await refusalOf(decided(operation, { json, request }))).toEqual(["not_found"]);
  });
});
