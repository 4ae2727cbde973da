import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listDeliveries } from "../../../functions/webhooks/list-webhook-deliveries.ts";
import { handler as redeliverWebhook } from "../../../functions/webhooks/redeliver-webhook.ts";
import { handler as sendTestEvent } from "../../../functions/webhooks/send-test-event.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { sweepDeliveries } from "../../../shared/webhooks/sweep-deliveries.ts";
import type { Webhook } from "../../../shared/webhooks/webhook.rules.ts";
import type { WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { webhookDeliveryRecord } from "../../../shared/webhooks/webhook-delivery.store.ts";
import { connectWebhookQueue } from "../../../shared/webhooks/webhook-queue.ts";
import { OVERDUE_MILLISECONDS } from "../../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { captureLog } from "../../support/capture-log.ts";
import { newFirm } from "../../support/firms.ts";
import { sdkError } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
const firm = useFirm(table);
const queue = useQueue();
let webhook: Webhook;
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
});

const store = (changes?: Partial<WebhookDelivery>) => storeDelivery(table, firm.firmId, webhook, changes);
const readStored = (id: string) => readRecord(table, webhookDeliveryRecord(firm.firmId, webhook.id, id));
const list = (query: Record<string, string> = {}) =>
  firm.send(listDeliveries, { params: { id: webhook.id }, query });
const sendTest = () => firm.send(sendTestEvent, { params: { id: webhook.id } });
const redeliver = (deliveryId: string) =>
  firm.send(redeliverWebhook, { params: { id: webhook.id, deliveryId } });

describe("GET /api/webhooks/{id}/deliveries", () => {
  it("returns the deliveries of 30 days page by page, newest first, with attempts and without the event", async () => {
    const day = 24 * 3_600_000;
    const attempt = { at: "2026-11-20T12:00:00.000Z", status: null, error: "no answer" };
    await store({ id: newRecordId(Date.now() - 30 * day) });
    const old = await store({
      ...{ id: newRecordId(Date.now() - 30 * day + 60_000), state: "failed", attemptCount: 1 },
      attempts: [{ ...attempt, durationMilliseconds: 15_000 }],
    });
    const fresh = await store();
    const first = await list({ limit: "1" });
    const cursor = first.body.next_cursor;
    const { data, next_cursor } = (await list({ cursor })).body;
    expect([first.body.data[0].id, data[0].id, data.length, next_cursor]).toEqual([
      fresh.id,
      old.id,
      1,
      null,
    ]);
    expect(data[0].attempts).toEqual([{ ...attempt, duration_ms: 15_000 }]);
    expect(JSON.stringify(first.body)).not.toContain("Dana");
    webhook = await storeWebhook(table, firm.firmId);
    expect((await list({ cursor })).status).toBe(422);
  });
});

it("POST /api/webhooks/{id}/test queues an event of any endpoint at once", async () => {
  webhook = await storeWebhook(table, firm.firmId, { events: ["lead.archived"] });
  const { status, body } = await sendTest();
  const type = "webhook.test";
  expect([status, body]).toMatchObject([202, { webhook_id: webhook.id, type, state: "pending" }]);
  expect(JSON.parse((await readStored(body.id))?.body ?? "")).toMatchObject({ id: body.id, type });
  expect(queue.sent).toMatchObject([{ groupId: webhook.id, delaySeconds: 0 }]);
  expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({
    ...{ firmId: firm.firmId, webhookId: webhook.id, eventId: body.id },
    dueAtMilliseconds: expect.any(Number),
  });
});

describe("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", () => {
  it("queues a delivery again, with the same event", async () => {
    const { id } = await store({ state: "failed", attemptCount: 3 });
    const { status, body } = await redeliver(id);
    expect([status, body]).toMatchObject([202, { id, state: "pending" }]);
    expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({ eventId: id });
    expect(queue.sent[0]?.delaySeconds).toBe(0);
    expect(await readStored(id)).toMatchObject({ round: 2, attemptCount: 0, state: "pending" });
  });

  it("stores and sweeps the delivery when the queue does not accept its message", async () => {
    captureLog();
    queue.sqs.on(SendMessageCommand).rejects(sdkError("ServiceUnavailable"));
    const { id } = await store({ state: "failed", attemptCount: 10 });
    expect((await redeliver(id)).status).toBe(202);
    queue.renew();
    const now = () => Date.now() + OVERDUE_MILLISECONDS + 1_000;
    await sweepDeliveries({ table, queue: connectWebhookQueue("http://queue"), now });
    expect(queue.sent.map(({ body }) => JSON.parse(body))).toContainEqual(
      expect.objectContaining({ eventId: id }),
    );
  });
});

it("an endpoint of another firm with the same id has none of the deliveries", async () => {
  const { id } = await store();
  const other = await newFirm(table);
  await storeWebhook(table, other.firmId, { id: webhook.id });
  const request = { key: other.apiKey, params: { id: webhook.id, deliveryId: id } };
  expect((await firm.send(listDeliveries, request)).body.data).toEqual([]);
  expect((await firm.send(redeliverWebhook, request)).status).toBe(404);
  expect(queue.sent).toEqual([]);
});
