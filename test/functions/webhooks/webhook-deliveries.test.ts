import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listDeliveries } from "../../../functions/webhooks/list-webhook-deliveries.ts";
import { handler as redeliver } from "../../../functions/webhooks/redeliver-webhook.ts";
import { handler as sendTestEvent } from "../../../functions/webhooks/send-test-event.ts";
import { page } from "../../../shared/contract/schema/fields.ts";
import { webhookDelivery } from "../../../shared/contract/webhooks.ts";
import {
  newWebhookDelivery,
  type WebhookDelivery,
} from "../../../shared/domain/webhooks/webhook-delivery.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { readRecord } from "../../../shared/storage/dynamodb/read-records.ts";
import {
  webhookDeliveryRecord,
  webhookDeliveryStore,
} from "../../../shared/storage/webhooks/webhook-delivery-store.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
let webhook: Awaited<ReturnType<typeof storeWebhook>>;
let queue: ReturnType<typeof captureQueue>;
beforeEach(async () => {
  firm = await newFirm(table);
  webhook = await storeWebhook(table, firm.firmId);
  queue = captureQueue();
});

const keep = async (changes: Partial<WebhookDelivery> = {}): Promise<WebhookDelivery> => {
  const id = newRecordId(Date.now());
  const event = { id, type: "lead.created", data: { first_name: "Dana" } };
  const delivery = { ...newWebhookDelivery(webhook, event, Date.now()), ...changes };
  return webhookDeliveryStore(table).putIfAbsent(firm.firmId, delivery, Date.now());
};
const stored = async (id: string) =>
  await readRecord(table, webhookDeliveryRecord(firm.firmId, webhook.id, id));
const list = (query: Record<string, string> = {}, key = firm.apiKey, id = webhook.id) =>
  call(listDeliveries, { key, params: { id }, query });
const test = (key = firm.apiKey, id = webhook.id) => call(sendTestEvent, { key, params: { id } });
const again = (deliveryId: string, key = firm.apiKey, id = webhook.id) =>
  call(redeliver, { key, params: { id, deliveryId } });

describe("POST /api/webhooks/{id}/test", () => {
  it("sends an event webhook.test about the endpoint, whatever types it wants", async () => {
    webhook = await storeWebhook(table, firm.firmId, { events: ["lead.archived"] });
    const { status, body } = await test();
    expect([status, webhookDelivery().parse(body)]).toEqual([202, body]);
    expect(body).toMatchObject({
      webhook_id: webhook.id,
      type: "webhook.test",
      state: "pending",
      attempts: [],
    });
    const event = JSON.parse((await stored(body.id))?.body ?? "");
    expect(event).toMatchObject({
      id: body.id,
      type: "webhook.test",
      sequence: 1,
      previous: {},
      data: { id: webhook.id },
    });
    expect(Object.keys(event)).toEqual(["id", "type", "created_at", "sequence", "data", "previous"]);
    expect(JSON.stringify(event)).not.toContain("whsec_");
    expect(queue.sent).toMatchObject([{ groupId: firm.firmId, delaySeconds: 0 }]);
    expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({
      firmId: firm.firmId,
      webhookId: webhook.id,
      eventId: body.id,
      round: 1,
      attempt: 1,
    });
  });

  it("is refused by an endpoint that is disabled", async () => {
    webhook = await storeWebhook(table, firm.firmId, { enabled: false });
    expect(await test()).toMatchObject({ status: 422, body: { error: { details: [{ field: "id" }] } } });
    expect(queue.sent).toEqual([]);
  });
});

describe("GET /api/webhooks/{id}/deliveries", () => {
  it("lists newest first, page by page, with attempts and without the event", async () => {
    const attempts = [
      { at: "2026-11-20T12:00:00.000Z", status: null, durationMilliseconds: 15_000, error: "no answer" },
    ];
    const old = await keep({ attempts, attemptCount: 1, state: "failed" });
    const fresh = await keep();
    const first = await list({ limit: "1" });
    const second = await list({ limit: "1", cursor: first.body.next_cursor });
    expect(page(webhookDelivery()).parse(first.body)).toEqual(first.body);
    expect([first.body.data[0].id, second.body.data[0].id, second.body.next_cursor]).toEqual([
      fresh.id,
      old.id,
      null,
    ]);
    expect(second.body.data[0]).toMatchObject({
      state: "failed",
      next_attempt_at: null,
      attempts: [{ at: attempts[0]?.at, status: null, duration_ms: 15_000, error: "no answer" }],
    });
    expect(JSON.stringify(first.body)).not.toContain("Dana");
  });

  it("takes no cursor of another endpoint", async () => {
    await keep();
    await keep();
    const { body } = await list({ limit: "1" });
    const other = await storeWebhook(table, firm.firmId);
    expect((await list({ cursor: body.next_cursor }, firm.apiKey, other.id)).status).toBe(422);
  });
});

describe("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", () => {
  it.each(["pending", "delivered", "failed", "skipped"] as const)(
    "sends one that is %s again, the same event",
    async (state) => {
      const { id, body: event } = await keep({
        state,
        attemptCount: 3,
        nextAttemptMilliseconds: Date.now() + 900_000,
      });
      const { status, body } = await again(id);
      expect([status, webhookDelivery().parse(body)]).toEqual([202, body]);
      expect(body).toMatchObject({ id, state: "pending" });
      expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({ eventId: id, round: 2, attempt: 1 });
      expect(queue.sent[0]?.delaySeconds).toBe(0);
      expect(await stored(id)).toMatchObject({ body: event, round: 2, attemptCount: 0, state: "pending" });
    },
  );

  it("is refused by an endpoint that is disabled, and finds no other delivery", async () => {
    const { id } = await keep();
    expect((await again(randomUUID())).status).toBe(404);
    expect((await again(id, firm.apiKey, randomUUID())).status).toBe(404);
    webhook = await storeWebhook(table, firm.firmId, { enabled: false });
    const { id: disabled } = await keep();
    expect((await again(disabled)).status).toBe(422);
    expect(queue.sent).toEqual([]);
  });
});

it("nothing of another firm's webhook can be reached", async () => {
  const { id } = await keep();
  const { apiKey } = await newFirm(table);
  const responses = [await list({}, apiKey), await test(apiKey), await again(id, apiKey)];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  const own = await newFirm(table);
  const mine = await storeWebhook(table, own.firmId, { id: webhook.id });
  expect((await list({}, own.apiKey, mine.id)).body.data).toEqual([]);
  expect((await again(id, own.apiKey, mine.id)).status).toBe(404);
  expect(queue.sent).toEqual([]);
});

it("test and redeliver need webhooks:write, the list webhooks:read", async () => {
  const { id } = await keep();
  const reader = await addKey(table, firm.firmId, { scopes: ["webhooks:read"] });
  const writer = await addKey(table, firm.firmId, { scopes: ["webhooks:write"] });
  const statuses = async (key: string) => [
    (await list({}, key)).status,
    (await test(key)).status,
    (await again(id, key)).status,
  ];
  expect(await statuses(reader)).toEqual([200, 403, 403]);
  expect(await statuses(writer)).toEqual([403, 202, 202]);
});
